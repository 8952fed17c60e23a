import type { Backend } from '../backend/backend';
import { asFailure } from '../backend/backend';
import type { Appraisal } from '../generated/Appraisal';
import type { Failure } from '../generated/Failure';
import type { HandEnd } from '../generated/HandEnd';

/** Asks the core what the end being entered would do. Answers that come late, to an older question, are dropped. */
export class Appraiser {
  appraisal = $state.raw<Appraisal | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Whether the appraisal answers the latest question. */
  current = $state(false);
  #question = 0;

  constructor(readonly backend: Backend) {}

  async ask(end: HandEnd): Promise<void> {
    const question = ++this.#question;
    this.current = false;
    try {
      const appraisal = await this.backend.appraise(end);
      if (question !== this.#question) return;
      this.appraisal = appraisal;
      this.failure = null;
      this.current = true;
    } catch (thrown) {
      if (question !== this.#question) return;
      this.appraisal = null;
      this.failure = asFailure(thrown);
    }
  }
}
