/**
 * Progress of a long step: a bar with count and rate on a terminal, otherwise a line every few seconds. The
 * last report ends the line.
 */
export class Progress implements Disposable {
  readonly #title: string;
  readonly #startedAt = performance.now();
  #shownAt = performance.now();
  #isOpen = false;
  /** Progress at the first report, so that a resumed step has its own rate. */
  #from: number | undefined;

  constructor(title: string) {
    this.#title = title;
  }

  report(done: number, total: number): void {
    const now = performance.now();
    this.#from ??= done;
    const isTerminal = process.stdout.isTTY;
    const isLast = done >= total;
    if (!isLast && now - this.#shownAt < (isTerminal ? 100 : 3000)) return;
    this.#shownAt = now;
    const seconds = (now - this.#startedAt) / 1000;
    const facts = `${done} из ${total}, ${Math.round((done - this.#from) / Math.max(seconds, 0.001))} в секунду`;
    if (!isTerminal) {
      console.log(`${this.#title}: ${facts}`);
      return;
    }
    const width = 24;
    const filled = Math.round((done / Math.max(total, 1)) * width);
    process.stdout.write(
      `\r${this.#title} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${facts}\u001b[K`,
    );
    this.#isOpen = true;
    if (isLast) this.end();
  }

  end(): void {
    if (this.#isOpen) process.stdout.write('\n');
    this.#isOpen = false;
  }

  [Symbol.dispose](): void {
    this.end();
  }
}
