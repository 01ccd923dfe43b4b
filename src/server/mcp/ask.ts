import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { contract, type CallName, type Output } from '#contract/contract.ts';
import { HttpError } from '../http-error.ts';
import { anonymousActor } from '../request/access.ts';
import { callerOf, type Caller, type HandlerRequest, type Handlers } from '../request/caller.ts';
import type { ClientInfo } from '../request/client.ts';
import type { Context } from '../request/context.ts';
import { firstProblem } from '../russian.ts';

/** Parts of a request as they travel: texts in path and query. */
interface SentParts {
  path?: Record<string, string>;
  query?: Record<string, string | string[] | undefined>;
  input?: unknown;
}

/** Runs an anonymous call in this process, with its checks, cost and queue. */
export type Ask = <Name extends CallName>(name: Name, sent?: SentParts) => Promise<Output<Name>>;

export function askAs(context: Context, handlers: Handlers, client: ClientInfo): Ask {
  const caller = callerOf(context, { actor: anonymousActor, client });
  return async <Name extends CallName>(name: Name, { path, query, input }: SentParts = {}) => {
    const call = contract[name] as unknown as Call;
    const handler = handlers[name] as (caller: Caller, request: HandlerRequest) => Promise<Output<Name>>;
    const isRead = name.startsWith('GET ');
    // Other calls charge themselves.
    if (isRead) context.limitRate(client.network, call.cost);
    const request = {
      path: parse(call.path, path),
      query: parse(call.query, query),
      input: parse(call.input, input),
    };
    return await context.semaphores[isRead ? 'read' : 'write'].run(() => handler(caller, request));
  };
}

function parse(schema: z.core.$ZodType | undefined, given: unknown = {}): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const { field, message } = firstProblem(parsed.error);
  throw new HttpError(400, `Параметр ${field}: ${message}.`, field);
}
