//! Controls that somebody wants set and waits for, between threads.

use crate::{CameraError, ControlName};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// A control to set, and where to say how that went.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) control: ControlName,
    pub(crate) value: i64,
    pub(crate) reply: mpsc::Sender<Result<(), CameraError>>,
    /// Until then it is waited for.
    until: Instant,
}

/// What is asked of the thread that has the camera. Whoever lost patience was told that nothing is set: nothing is, later.
#[derive(Debug, Default)]
pub(crate) struct Requests(Mutex<Vec<Request>>);

impl Requests {
    /// Asks, and waits at most so long for an answer; `None` when none came.
    pub(crate) fn ask(&self, control: ControlName, value: i64, patience: Duration) -> Option<Result<(), CameraError>> {
        let (reply, answer) = mpsc::channel();
        let mut all = self.lock();
        all.retain(Request::is_awaited);
        all.push(Request { control, value, reply, until: Instant::now() + patience });
        drop(all);
        answer.recv_timeout(patience).ok()
    }

    /// Those that are still waited for, to be answered now.
    pub(crate) fn take(&self) -> Vec<Request> {
        let mut all = std::mem::take(&mut *self.lock());
        all.retain(Request::is_awaited);
        all
    }

    /// Every change of the list is whole when the lock is let go, also by a panic.
    fn lock(&self) -> MutexGuard<'_, Vec<Request>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Request {
    fn is_awaited(&self) -> bool {
        Instant::now() < self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn whoever_lost_patience_is_not_served_later() {
        let requests = Requests::default();
        assert_eq!(requests.ask(ControlName::Torch, 1, Duration::from_millis(20)), None);
        assert!(requests.take().is_empty());
    }

    #[test]
    fn whoever_waits_is_answered() {
        let requests = Arc::new(Requests::default());
        let asking = Arc::clone(&requests);
        let asker = std::thread::spawn(move || asking.ask(ControlName::Torch, 1, Duration::from_secs(20)));
        let request = loop {
            match requests.take().pop() {
                Some(request) => break request,
                None => std::thread::yield_now(),
            }
        };
        assert_eq!((request.control, request.value), (ControlName::Torch, 1));
        request.reply.send(Ok(())).unwrap();
        assert_eq!(asker.join().unwrap(), Some(Ok(())));
    }
}
