// Predict first: which step is hidden behind a question, and how the answers score. Pure.

export class Predictions {
  constructor(questions) {
    this.byStep = new Map(questions.map((q) => [q.step, q]));
    this.answers = new Map();
  }

  /** The question that hides a step, or null. */
  pending(step) {
    return this.answers.has(step) ? null : (this.byStep.get(step) ?? null);
  }

  /** The question of a step that has been answered, with the choice made; or null. */
  answered(step) {
    return this.answers.has(step) ? { ...this.byStep.get(step), chosen: this.answers.get(step) } : null;
  }

  /** Records a choice; the first one counts. True if it was right. */
  answer(step, choice) {
    const question = this.byStep.get(step);
    if (!question || choice < 0 || choice >= question.options.length) return false;
    if (!this.answers.has(step)) this.answers.set(step, choice);
    return this.answers.get(step) === question.answer;
  }

  /** Answers given, and how many were right. */
  score() {
    const right = [...this.answers].filter(([step, choice]) => this.byStep.get(step).answer === choice).length;
    return { asked: this.answers.size, right };
  }
}
