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

/** Renders and writes the pages; set by the process that starts both. */
export interface PublicationRunner {
  /** Asks for a publication; what is asked for while one runs comes after it, once. */
  publish(mode: PublicationMode): void;
  /** Ends a long publication where the site is whole; what is left waits until one is asked for. */
  stop(): void;
}

/** What is known in this process of the publication that runs. */
export interface LiveState {
  /** `stopped`: an editor has ended a publication, and what changes waits. */
  state: 'idle' | 'queued' | 'running' | 'stopped' | 'away';
  step: PublicationStep | undefined;
  /** Why the last one was given up, until one succeeds; known here also when nothing can be written any more. */
  problem?: string;
}

/** The publication as it goes on, for those who watch it. */
export interface LivePublication {
  readonly now: LiveState;
  attach(publisher: PublicationRunner): void;
  detach(): void;
  /** False when no publisher works here. */
  ask(mode: PublicationMode): boolean;
  /** False when nothing runs here, or readers have all of it already. */
  stop(): boolean;
  /** What is left of the step that runs, in milliseconds, where it can be known. */
  timeLeft(): number | null;
  queue(): void;
  begin(mode: PublicationMode, startedAt: Date): Promise<number>;
  step(step: PublicationStep): void;
  /** Notes what was done, together with what caches have to be told. */
  end(id: number, result: PublicationResult, liveAt: Date): Promise<void>;
  /** Large files of the last publication have followed. */
  follow(result: PublicationResult, at: Date): Promise<void>;
  /** Without a number where not even the beginning could be noted. */
  fail(id: number | undefined, message: string): Promise<void>;
  /** An editor has ended it. */
  stopped(id: number | undefined, message: string): Promise<void>;
  /** The number of the last change that a publication of the history holds. */
  lastSeq(): Promise<number>;
  /** There was nothing to do. */
  rest(): void;
  /** Once at the start and after each change; ends with the signal. */
  watch(signal: AbortSignal): AsyncIterable<void>;
  /** Open event streams by account. */
  readonly streams: Map<number, number>;
  close(): void;
}

const known = new WeakMap<Database, LivePublication>();

/** The one publication of a database in this process. */
export function livePublicationOf(database: Database): LivePublication {
  const live = known.get(database) ?? makeLive(database);
  known.set(database, live);
  return live;
}

function makeLive(database: Database): LivePublication {
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
    ask(mode) {
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
      // What waits has become more.
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
      become({ state: resting(), step: undefined });
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

/** How fast the step that runs goes on, by the first and the last word about it. */
function openPace() {
  let heard: { first: Pace; last: Pace } | undefined;
  return {
    note(before: PublicationStep | undefined, step: PublicationStep) {
      const last = { done: step.done, at: performance.now() };
      const isSame = before?.step === step.step && before.done <= step.done;
      heard = { first: isSame && heard ? heard.first : last, last };
    },
    timeLeft: (step: PublicationStep | undefined) =>
      step && heard ? timeLeft(heard.first, heard.last, { total: step.total, now: performance.now() }) : null,
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
