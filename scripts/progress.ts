/**
 * Shows how far a long step has come: a bar with count and rate on a terminal, a plain line every few seconds otherwise.
 * The last report ends the line.
 */
export class Progress {
  readonly #title: string;
  readonly #startedAt = performance.now();
  #shownAt = performance.now();
  #isOpen = false;
  /** How far it had come when it was first heard of: what goes on where it was says its own rate. */
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
}

/** Says what begins and, when it is over, how long it took. */
export async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  console.log(`${title} …`);
  const result = await work();
  console.log(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} с`);
  return result;
}
