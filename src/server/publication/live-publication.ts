import { EventEmitter, once } from 'node:events';
import {
  isPublished,
  timeLeft,
  type Pace,
  type PublicationMode,
  type PublicationResult,
  type PublicationStep,
} from '#domain/publication.ts';
import type { Database } from '../database/database.ts';
import { breakOff, complete, start, supplement } from './journal.ts';
import { liveSeq } from './seen-versions.ts';

/** Renders pages; set by the process that starts both. */
export interface PublicationRunner {
  /** Requests a publication; requests during one are merged into the next. */
  publish(mode: PublicationMode): void;
  /** Stops a long publication at a consistent point; the rest waits for the next request. */
  stop(): void;
}

export interface LiveState {
  /** `stopped`: an editor has stopped publication, and changes wait. */
  state: 'idle' | 'queued' | 'running' | 'stopped' | 'away';
  step: PublicationStep | undefined;
  /** Error of the last publication until one succeeds; kept here in case nothing can be written. */
  problem?: string;
}

/** The running publication, for observers. */
export class LivePublication {
  /** Open event streams by account. */
  readonly streams = new Map<number, number>();
  /** Incremented with every change. */
  version = 0;
  /** Aborted when the server closes. */
  readonly closing = new AbortController();
  readonly #database: Database;
  readonly #events = new EventEmitter().setMaxListeners(0);
  #reports: { first: Pace; last: Pace } | undefined;
  #publisher: PublicationRunner | undefined;
  #now: LiveState = { state: 'away', step: undefined };

  constructor(database: Database) {
    this.#database = database;
  }

  get now(): LiveState {
    return this.#now;
  }

  #become(next: LiveState): void {
    this.#now = next;
    this.version += 1;
    this.#events.emit('change');
  }

  get #resting() {
    return this.#publisher ? 'idle' : 'away';
  }

  attach(publisher: PublicationRunner): void {
    this.#publisher = publisher;
    this.#become({ ...this.#now, state: 'idle', step: undefined });
  }

  detach(): void {
    this.#publisher = undefined;
    this.#become({ state: 'away', step: undefined });
  }

  /** False without a publisher. */
  request(mode: PublicationMode): boolean {
    if (!this.#publisher) return false;
    if (this.#now.state === 'idle' || this.#now.state === 'stopped')
      this.#become({ ...this.#now, state: 'queued', step: undefined });
    this.#publisher.publish(mode);
    return true;
  }

  /** False when nothing runs, or readers have everything. */
  stop(): boolean {
    const { state, step } = this.#now;
    if (!this.#publisher || state !== 'running' || (step && isPublished(step))) return false;
    this.#publisher.stop();
    return true;
  }

  /** Estimated milliseconds left of the step; null when unknown. */
  timeLeft(): number | null {
    const { step } = this.#now;
    if (!step || !this.#reports) return null;
    const { first, last } = this.#reports;
    return timeLeft(first, last, { total: step.total, now: performance.now() });
  }

  queue(): void {
    if (this.#now.state === 'idle') this.#become({ ...this.#now, state: 'queued', step: undefined });
    // More changes are pending.
    else if (this.#now.state === 'stopped') this.#become(this.#now);
  }

  async begin(mode: PublicationMode, startedAt: Date): Promise<number> {
    const id = await start(this.#database, mode, startedAt);
    this.#become({ ...this.#now, state: 'running', step: undefined });
    return id;
  }

  step(step: PublicationStep): void {
    const before = this.#now.step;
    const last = { done: step.done, at: performance.now() };
    const isSame = before?.step === step.step && before.done <= step.done;
    this.#reports = { first: (isSame && this.#reports?.first) || last, last };
    this.#become({ ...this.#now, state: 'running', step });
  }

  async end(id: number, result: PublicationResult, liveAt: Date): Promise<void> {
    await complete(this.#database, id, result, liveAt);
    this.#become({ state: result.isPartial ? 'queued' : this.#resting, step: undefined });
  }

  async follow(result: PublicationResult, at: Date): Promise<void> {
    await supplement(this.#database, result, at);
    this.rest();
  }

  /** Without an id if the start was not recorded; `stopped` by an editor. */
  async fail(id: number | undefined, message: string, state: 'idle' | 'stopped' = 'idle'): Promise<void> {
    this.#become({ state: this.#publisher ? state : 'away', step: undefined, problem: message });
    if (id === undefined) return;
    await breakOff(this.#database, id, message);
    // The history has the failure now.
    this.#become(this.#now);
  }

  lastSeq(): Promise<number> {
    return liveSeq(this.#database.kysely);
  }

  rest(): void {
    this.#become({ state: this.#resting, step: undefined });
  }

  /** Resolves at the next change, or when aborted. */
  async change(signal: AbortSignal): Promise<void> {
    await once(this.#events, 'change', { signal }).catch(() => undefined);
  }
}
