import type { Failure } from '../call.ts';
import type { CallName, Output, Sent } from '../contract.ts';

export type { CallName, Output } from '../contract.ts';

type FormValue = string | number | boolean | null | undefined;

interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Errors also go to the error store: for actions without a form (B210). */
  isWatched?: boolean;
  /** Shows no progress bar: search, dictionaries, background saving (B212). */
  isQuiet?: boolean;
}

/** An address carries text, so a number may stand for it. */
type InAddress<Values> = {
  [Key in keyof Values]: string extends Values[Key] ? Values[Key] | number : Values[Key];
};

/** A part of the values: required when the contract requires anything of it. */
type Part<Name extends string, Values> = [Values] extends [void]
  ? { [Key in Name]?: never }
  : Partial<Values> extends Values
    ? { [Key in Name]?: Values }
    : { [Key in Name]: Values };

type Body<Input> =
  | (Part<'form', Input> & { json?: never })
  | (Part<'json', Input> & { form?: never })
  | { form: FormData; json?: never };

/**
 * Values of a call, by its contract: `{ path: { id: 7 } }` for 'GET /api/cases/{id}'. A list becomes a repeated
 * key (ruling G32).
 */
export type SentValues<Name extends CallName> = CallOptions &
  Part<'path', InAddress<Sent<Name>['path']>> &
  Part<'query', InAddress<Sent<Name>['query']>> &
  Body<Sent<Name>['input']>;

/** The values may be left out when the call requires none. */
export type SentArguments<Name extends CallName> =
  CallOptions extends SentValues<Name> ? [sent?: SentValues<Name>] : [sent: SentValues<Name>];

interface AnyValues extends CallOptions {
  path?: Record<string, string | number>;
  query?: Record<string, FormValue | readonly FormValue[]>;
  form?: FormData | Record<string, FormValue | Blob | readonly (FormValue | Blob)[]>;
  json?: unknown;
}

export type CallProblem = Failure['errors'][number];

/** A failed call; status 0 means that there was no response. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly errors: readonly CallProblem[];
  /** Seconds to wait before a retry, from the server. */
  readonly retryAfter: number | undefined;
  /** Details from the server: for a conflict, the current state. */
  readonly data: unknown;

  constructor(status: number, errors: readonly CallProblem[], retryAfter?: number, data?: unknown) {
    super(errors[0]?.message ?? 'Не удалось выполнить. Повторите.');
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.data = data;
  }

  get isOffline(): boolean {
    return this.status === 0;
  }
}

interface CallWatcher {
  started?(name: CallName, sent: CallOptions): void;
  ended?(name: CallName, sent: CallOptions): void;
  failed?(error: CallError, sent: CallOptions, name: CallName): void;
}

const watchers = new Set<CallWatcher>();

export function watchCalls(watcher: CallWatcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/**
 * Makes a call of the contract and returns its `data`. Only a response with `status` `success` succeeds,
 * whatever the HTTP code (B173, ruling G41). Throws CallError; an aborted call throws what fetch throws.
 *
 *   const user = await call('POST /api/auth/login', { form: { email, password } });
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[given]: SentArguments<Name>
): Promise<Output<Name>> {
  const sent = (given ?? {}) as AnyValues;
  for (const watcher of watchers) watcher.started?.(name, sent);
  try {
    const response = await send(name, sent);
    const answer = await readAnswer(response);
    if (answer.status === 'success') return answer.data as Output<Name>;
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    throw new CallError(response.status, answer.errors ?? [], retryAfter, answer.data);
  } catch (error) {
    if (error instanceof CallError) for (const watcher of watchers) watcher.failed?.(error, sent, name);
    throw error;
  } finally {
    for (const watcher of watchers) watcher.ended?.(name, sent);
  }
}

async function send(
  name: CallName,
  { path, query, form, json, headers, signal }: AnyValues,
): Promise<Response> {
  const [method = 'GET', template = ''] = name.split(' ');
  const address = template.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(path?.[key] ?? '')),
  );
  const search = query ? `?${asQuery(query)}` : '';
  const body =
    json === undefined ? (form instanceof FormData ? form : form && asForm(form)) : JSON.stringify(json);
  try {
    return await fetch(address + search, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, [{ message: 'Нет связи с порталом. Проверьте соединение и повторите.' }]);
  }
}

interface Answer {
  status?: string;
  data?: unknown;
  errors?: CallProblem[];
}

/** For responses that are not from the API, such as a proxy's error page. */
const awayMessage =
  'Портал сейчас недоступен: читать страницы можно, войти или отправить форму — нет. Повторите через минуту.';

async function readAnswer(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch {
    return { errors: [{ message: awayMessage }] };
  }
}

const isMany = <One>(value: One | readonly One[]): value is readonly One[] => Array.isArray(value);

/** Form pairs: empty values are left out, lists become `key[]`. */
function* pairsOf<One>(fields: Record<string, One | readonly One[]>): Generator<[string, One & {}]> {
  for (const [key, value] of Object.entries(fields)) {
    for (const one of isMany(value) ? value : [value])
      if (one !== undefined && one !== null) yield [isMany(value) ? `${key}[]` : key, one];
  }
}

function asQuery(fields: NonNullable<AnyValues['query']>): string {
  const query = new URLSearchParams();
  for (const [key, value] of pairsOf(fields)) query.append(key, String(value));
  return query.toString();
}

function asForm(fields: Exclude<AnyValues['form'], FormData | undefined>): FormData {
  const form = new FormData();
  for (const [key, value] of pairsOf<FormValue | Blob>(fields))
    form.append(key, value instanceof Blob ? value : String(value));
  return form;
}
