import { useEffect, useState, useSyncExternalStore } from 'react';

/** Reads what the address says of a field; of nothing it makes the default, which the address leaves out. */
type Parser<Value> = (given: readonly string[]) => Value;
type Fields = Record<string, Parser<string | number | string[]>>;
type Values<Of extends Fields> = { [Name in keyof Of]: ReturnType<Of[Name]> };
/** Values that differ from the default, as a call takes them. */
type Query<Of extends Fields> = { [Name in keyof Of]?: Exclude<ReturnType<Of[Name]>, ''> };

export const text: Parser<string> = ([given = '']) => given;
export const several: Parser<string[]> = (given) =>
  given.flatMap((values) => values.split(',')).filter(Boolean);
export const pageNumber: Parser<number> = ([given = '']) =>
  /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
/** One of the codes, the first by default. */
export const oneOf =
  <Code extends string>(codes: readonly Code[]): Parser<Code> =>
  ([given]) =>
    codes.find((code) => code === given) ?? codes[0]!;

/** The number of what a screen shows: `?id=12`; 0 for none. */
export const idInAddress = () =>
  Number(/^\d{1,9}$/.exec(new URLSearchParams(location.search).get('id') ?? '')?.[0] ?? 0);

/**
 * State of a screen that stands in the address, so that reload, Back and a link find it. A prefix tells apart lists
 * of one screen. A change of anything but the page leads to the first page.
 */
export function useSearchState<Of extends Fields>(fields: Of, prefix = '') {
  const search = useSyncExternalStore(watchAddress, () => location.search);
  const [isTyping, setTyping] = useState(false);
  const state = readSearch(fields, search, prefix);
  const query = useDebounced(queryOf(fields, state), isTyping ? 250 : 0);
  const hrefOf = (more: Partial<Values<Of>>): string => {
    const next = { ...state, ...('page' in fields && { page: 1 }), ...more };
    return writeSearch(fields, next, location.search, prefix) || location.pathname;
  };
  /** What is typed takes the place of the address before it; what is pressed is a step to come back from. */
  const change = (more: Partial<Values<Of>>, how?: 'replace') => {
    setTyping(how === 'replace');
    const href = hrefOf(more);
    if (how) history.replaceState(history.state, '', href);
    else if (href !== (location.search || location.pathname)) history.pushState(null, '', href);
    for (const watcher of watchers) watcher();
  };
  return { state, query, hrefOf, change };
}

export const readSearch = <Of extends Fields>(fields: Of, search: string, prefix = '') => {
  const given = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(fields).map(([name, parse]) => [name, parse(given.getAll(prefix + name))]),
  ) as Values<Of>;
};

/** The address with other values of these fields, empty when nothing is left in it. */
export function writeSearch<Of extends Fields>(
  fields: Of,
  state: Values<Of>,
  search: string,
  prefix = '',
): string {
  const query = new URLSearchParams(search);
  for (const [name, parse] of Object.entries(fields)) {
    query.delete(prefix + name);
    if (isDefault(parse, state[name])) continue;
    for (const value of [state[name]].flat()) query.append(prefix + name, String(value));
  }
  return query.size > 0 ? `?${query.toString()}` : '';
}

const isDefault = (parse: Parser<unknown>, value: unknown) =>
  JSON.stringify(value) === JSON.stringify(parse([]));

const queryOf = <Of extends Fields>(fields: Of, state: Values<Of>) =>
  Object.fromEntries(
    Object.entries<unknown>(state)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([name, value]) => value !== '' && !isDefault(fields[name]!, value)),
  ) as Query<Of>;

const watchers = new Set<() => void>();

function watchAddress(watcher: () => void): () => void {
  watchers.add(watcher);
  addEventListener('popstate', watcher);
  return () => {
    watchers.delete(watcher);
    removeEventListener('popstate', watcher);
  };
}

/** The value after typing has paused, to avoid a request per key. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setDebounced] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(written) as Value), milliseconds);
    return () => clearTimeout(timer);
  }, [written, milliseconds]);
  return milliseconds === 0 ? value : debounced;
}
