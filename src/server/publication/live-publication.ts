import { EventEmitter, on } from 'node:events';
import {
  isPublished,
  timeLeft,
  type Pace,
  type PublicationMode,
  type PublicationResult,
  type PublicationStep,
} from '#domain/publication.ts';
import type { Database } from '../database/database.ts';
import { breakOff, complete, lastLiveSeq, start, supplement } from './journal.ts';

/** Renders pages; set by the process that starts both. */
export interface PublicationRunner {
  /** Requests a publication; requests during one are merged into the next. */
  publish(mode: PublicationMode): void;
  /** Stops a long publication at a consistent point; the rest waits for the next request. */
  stop(): void;
}

/** State of the running publication in this process. */
export interface LiveState {
  /** `stopped`: an editor has stopped publication, and changes wait. */
  state: 'idle' | 'queued' | 'running' | 'stopped' | 'away';
  step: PublicationStep | undefined;
  /** Error of the last publication until one succeeds; kept here in case nothing can be written. */
  problem?: string;
}

/** The running publication, for observers. */
export interface LivePublication {
  readonly now: LiveState;
  attach(publisher: PublicationRunner): void;
  detach(): void;
  /** False without a publisher. */
  request(mode: PublicationMode): boolean;
  /** False when nothing runs, or readers have everything. */
  stop(): boolean;
  /** Estimated milliseconds left of the step; null when unknown. */
  timeLeft(): number | null;
  queue(): void;
  begin(mode: PublicationMode, startedAt: Date): Promise<number>;
  step(step: PublicationStep): void;
  /** Records the result with its cache purges. */
  end(id: number, result: PublicationResult, liveAt: Date): Promise<void>;
  /** Records deferred files. */
  follow(result: PublicationResult, at: Date): Promise<void>;
  /** Without an id if the start was not recorded. */
  fail(id: number | undefined, message: string): Promise<void>;
  /** Stopped by an editor. */
  stopped(id: number | undefined, message: string): Promise<void>;
  /** Number of the last change in the published history. */
  lastSeq(): Promise<number>;
  /** There was nothing to do. */
  rest(): void;
  /** Yields at the start and after each change, until aborted. */
  watch(signal: AbortSignal): AsyncIterable<void>;
  readonly streams: Map<number, number>;
  close(): void;
}

export function createLivePublication(database: Database): LivePublication {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  const closing = new AbortController();
  let publisher: PublicationRunner | undefined;
  let now: LiveState = { state: 'away', step: undefined };
  const pace = openPace();
  const become = (next: LiveState) => {
    now = next;
    events.emit('change');
  };
  const resting = () => (publisher ? 'idle' : 'away');
  return {
    get now() {
      return now;
    },
    attach(next) {
      publisher = next;
      become({ ...now, state: 'idle', step: undefined });
    },
    detach() {
      publisher = undefined;
      become({ state: 'away', step: undefined });
    },
    request(mode) {
      if (!publisher) return false;
      if (now.state === 'idle' || now.state === 'stopped')
        become({ ...now, state: 'queued', step: undefined });
      publisher.publish(mode);
      return true;
    },
    stop() {
      if (!publisher || now.state !== 'running') return false;
      if (now.step && isPublished(now.step)) return false;
      publisher.stop();
      return true;
    },
    timeLeft: () => pace.timeLeft(now.step),
    queue() {
      if (now.state === 'idle') become({ ...now, state: 'queued', step: undefined });
      // More changes are pending.
      else if (now.state === 'stopped') become(now);
    },
    async begin(mode, startedAt) {
      const id = await start(database, mode, startedAt);
      become({ ...now, state: 'running', step: undefined });
      return id;
    },
    step(step) {
      pace.note(now.step, step);
      become({ ...now, state: 'running', step });
    },
    async end(id, result, liveAt) {
      await complete(database, id, result, liveAt);
      become({ state: result.isPartial ? 'queued' : resting(), step: undefined });
    },
    async follow(result, at) {
      await supplement(database, result, at);
      become({ state: resting(), step: undefined });
    },
    async fail(id, message) {
      become({ state: resting(), step: undefined, problem: message });
      if (id !== undefined) await breakOff(database, id, message);
    },
    async stopped(id, message) {
      if (id !== undefined) await breakOff(database, id, message);
      become({ state: publisher ? 'stopped' : 'away', step: undefined, problem: message });
    },
    lastSeq: () => lastLiveSeq(database),
    rest: () => become({ state: resting(), step: undefined }),
    streams: new Map(),
    watch: (signal) => changesOf(events, AbortSignal.any([signal, closing.signal])),
    close: () => closing.abort(),
  };
}

/** Pace of the running step, from its first and last report. */
function openPace() {
  let reports: { first: Pace; last: Pace } | undefined;
  return {
    note(before: PublicationStep | undefined, step: PublicationStep) {
      const last = { done: step.done, at: performance.now() };
      const isSame = before?.step === step.step && before.done <= step.done;
      reports = { first: isSame && reports ? reports.first : last, last };
    },
    timeLeft: (step: PublicationStep | undefined) =>
      step && reports
        ? timeLeft(reports.first, reports.last, { total: step.total, now: performance.now() })
        : null,
  };
}

async function* changesOf(events: EventEmitter, signal: AbortSignal): AsyncGenerator<void> {
  const changes = on(events, 'change', { signal });
  try {
    yield;
    for await (const _ of changes) yield;
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
}
