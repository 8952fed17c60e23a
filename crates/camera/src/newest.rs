//! A slot that holds the newest value only. Whoever is late misses what lay between, and nothing piles up.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The newest value that one thread has for others.
#[derive(Debug)]
pub struct Newest<T> {
    slot: Mutex<Slot<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Slot<T> {
    value: Option<T>,
    number: u64,
    closed: bool,
}

impl<T> Default for Newest<T> {
    fn default() -> Newest<T> {
        Newest { slot: Mutex::new(Slot { value: None, number: 0, closed: false }), changed: Condvar::new() }
    }
}

impl<T: Clone> Newest<T> {
    /// Puts a value in place of the one before and wakes everybody who waits. Its number: the first is 1.
    pub fn put(&self, value: T) -> u64 {
        let mut slot = self.lock();
        // The value before may be large: it is dropped once the slot is free again.
        let before = slot.value.replace(value);
        slot.number += 1;
        let number = slot.number;
        drop(slot);
        self.changed.notify_all();
        drop(before);
        number
    }

    /// Waits at most so long for a value with a number higher than `after` (0 for any). `None` when none came or the slot
    /// was closed.
    pub fn wait_newer(&self, after: u64, patience: Duration) -> Option<(u64, T)> {
        let deadline = Instant::now() + patience;
        let mut slot = self.lock();
        loop {
            if slot.closed {
                return None;
            }
            if slot.number > after {
                return slot.value.clone().map(|value| (slot.number, value));
            }
            let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            slot = self.changed.wait_timeout(slot, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Nobody waits here from now on.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Whether [`Newest::close`] was called.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// A thread that panicked while it held the lock left a whole value: every change is one assignment.
    fn lock(&self) -> MutexGuard<'_, Slot<T>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    const SHORT: Duration = Duration::from_millis(20);

    #[test]
    fn whoever_is_late_sees_the_newest_and_nothing_between() {
        let slot = Newest::default();
        assert_eq!(slot.wait_newer(0, SHORT), None, "before the first");
        assert_eq!([slot.put("a"), slot.put("b"), slot.put("c")], [1, 2, 3]);
        assert_eq!(slot.wait_newer(1, SHORT), Some((3, "c")));
        assert_eq!(slot.wait_newer(3, SHORT), None, "the same value is not given twice");
    }

    #[test]
    fn who_waits_is_woken_by_a_value() {
        let slot = Arc::new(Newest::default());
        let waiting = Arc::clone(&slot);
        let waiter = std::thread::spawn(move || waiting.wait_newer(0, Duration::from_secs(10)));
        slot.put(7);
        assert_eq!(waiter.join().unwrap(), Some((1, 7)));
    }

    #[test]
    fn who_waits_is_sent_home_when_the_slot_closes() {
        let slot: Arc<Newest<i32>> = Arc::default();
        let waiting = Arc::clone(&slot);
        let waiter = std::thread::spawn(move || (waiting.wait_newer(0, Duration::from_secs(60)), Instant::now()));
        let closed_at = Instant::now();
        slot.close();
        let (value, home_at) = waiter.join().unwrap();
        assert_eq!(value, None);
        assert!(home_at.saturating_duration_since(closed_at) < Duration::from_secs(5));
        assert!(slot.is_closed());
    }

    #[test]
    fn the_value_before_is_let_go() {
        let slot = Newest::default();
        let first = Arc::new(1);
        slot.put(Arc::clone(&first));
        slot.put(Arc::new(2));
        assert_eq!(Arc::strong_count(&first), 1);
    }
}
