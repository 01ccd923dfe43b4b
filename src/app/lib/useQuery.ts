import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  call,
  type CallName,
  type Output,
  type SentArguments,
  type SentValues,
} from '#contract/client/call.ts';
import { queryOf, type QueryState } from '#stores/queries.ts';

interface QueryOptions<Data> {
  /** Asks again when it changes: the version of what is asked about. */
  key?: string;
  isEnabled?: boolean;
  /** Milliseconds between two requests while the page is seen. */
  refetchInterval?(data: Data | undefined): number | undefined;
}

type Given<Name extends CallName> = SentValues<Name> & QueryOptions<Output<Name>>;

/**
 * The answer to a call, without the bar of progress over the page. Data stay while they are asked for again or the
 * question changes.
 */
export function useQuery<Name extends CallName>(
  name: Name,
  ...[given]: SentArguments<Name> | [given: Given<Name>]
) {
  const { key, isEnabled = true, refetchInterval, ...sent } = (given ?? {}) as Given<Name>;
  const question = JSON.stringify([name, sent, key, isEnabled]);
  const { read, subscribe, refetch, replace } = queryOf(question, name, (signal) =>
    isEnabled
      ? call(name, { isQuiet: true, ...sent, signal } as SentValues<Name>)
      : new Promise<Output<Name>>(() => {}),
  );
  const current = useSyncExternalStore(subscribe, read);
  const [last, setLast] = useState(current.data);
  if (current.data !== undefined && current.data !== last) setLast(current.data);
  const query: QueryState<Output<Name>> =
    current.state === 'success' ? current : { ...current, data: current.data ?? last };

  const interval = refetchInterval?.(query.data);
  useEffect(() => {
    if (interval === undefined) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden && read().state !== 'pending') refetch();
    }, interval);
    return () => clearInterval(timer);
  }, [interval, read, refetch]);
  return { query, refetch, replace };
}
