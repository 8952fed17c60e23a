/** Two notes, rising: the tiles were captured. Frequencies in hertz, times in seconds. */
const NOTES = [
  { frequency: 880, at: 0, length: 0.09 },
  { frequency: 1318.5, at: 0.08, length: 0.16 },
] as const;
/** 0-1. */
const LOUDNESS = 0.18;

let context: AudioContext | null = null;

/** Plays the short sound of a capture; without a sound system nothing happens. */
export function playCaptured(): void {
  try {
    context ??= new AudioContext();
    const audio = context;
    // A context that began without a press is asleep.
    audio.resume().catch(() => undefined);
    for (const note of NOTES) {
      const start = audio.currentTime + note.at;
      const tone = new OscillatorNode(audio, { type: 'sine', frequency: note.frequency });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
      volume.gain.exponentialRampToValueAtTime(0.001, start + note.length);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + note.length);
    }
  } catch {
    context = null;
  }
}
