import { CallError, type CallName } from '#contract/client/call.ts';

export type QueryState<Data> =
  | { state: 'pending'; data?: Data | undefined }
  | { state: 'success'; data: Data }
  | { state: 'failed'; error: CallError; data?: Data | undefined };

interface Query<Data> {
  name: CallName;
  read(): QueryState<Data>;
  subscribe(reader: () => void): () => void;
  refetch(): void;
  /** Puts the answer of a mutation in the place of the data, for all readers. */
  replace(data: Data): void;
}

/** Queries of the components on the page; those that ask the same share one. */
const queries = new Map<string, Query<unknown>>();

/** Asks again whatever the components on the page have asked by this call. */
export function invalidate(name: CallName): void {
  for (const query of queries.values()) if (query.name === name) query.refetch();
}

/** The query of a question: asked when it gets its first reader, given up with the last one. */
export function queryOf<Data>(
  question: string,
  name: CallName,
  ask: (signal: AbortSignal) => Promise<Data>,
): Query<Data> {
  const known = queries.get(question) as Query<Data> | undefined;
  if (known) return known;
  const readers = new Set<() => void>();
  let state: QueryState<Data> = { state: 'pending' };
  let request: AbortController | undefined;
  const show = (next: QueryState<Data>) => {
    state = next;
    for (const reader of readers) reader();
  };
  const query: Query<Data> = {
    name,
    read: () => state,
    subscribe(reader) {
      readers.add(reader);
      if (!request) query.refetch();
      return () => {
        readers.delete(reader);
        // Readers of the next screen subscribe in the same turn.
        queueMicrotask(() => {
          if (readers.size > 0) return;
          request?.abort();
          queries.delete(question);
        });
      };
    },
    refetch() {
      request?.abort();
      const { signal } = (request = new AbortController());
      show({ state: 'pending', data: state.data });
      ask(signal).then(
        (data) => {
          if (!signal.aborted) show({ state: 'success', data });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          if (!(error instanceof CallError)) throw error;
          show({ state: 'failed', error, data: state.data });
        },
      );
    },
    replace(data) {
      request?.abort();
      show({ state: 'success', data });
    },
  };
  queries.set(question, query);
  return query;
}
