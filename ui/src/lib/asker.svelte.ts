import { asFailure } from '../backend/backend';
import type { Failure } from '../generated/Failure';

/** Asks the core what something being entered would do. Answers that come late, to an older question, are dropped. */
export class Asker<Question, Answer> {
  answer = $state.raw<Answer | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Whether the answer is one to the latest question. */
  current = $state(false);
  #question = 0;
  #answer: (question: Question) => Promise<Answer>;

  constructor(answer: (question: Question) => Promise<Answer>) {
    this.#answer = answer;
  }

  async ask(asked: Question): Promise<void> {
    const question = ++this.#question;
    this.current = false;
    try {
      const answer = await this.#answer(asked);
      if (question !== this.#question) return;
      this.answer = answer;
      this.failure = null;
      this.current = true;
    } catch (thrown) {
      if (question !== this.#question) return;
      this.answer = null;
      this.failure = asFailure(thrown);
    }
  }
}
