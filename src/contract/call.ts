import { z } from 'zod';

/** Access levels, in ascending order of rights. */
export const accesses = ['anonymous', 'partner', 'doctor', 'verified-doctor', 'editor', 'admin'] as const;
export type Access = (typeof accesses)[number];

/**
 * A call of the API. Handlers receive `Path`, `Query` and `Input`, and return `Data`; callers send the rest, which
 * the schemas parse.
 */
export interface Call<
  Path = unknown,
  Query = unknown,
  Data = unknown,
  Input = unknown,
  SentPath = unknown,
  SentQuery = unknown,
  SentInput = unknown,
> {
  access: Access;
  only?: 'partner' | 'family';
  /** Open to staff who have not yet set up the required second factor. */
  withoutSecondFactor?: boolean;
  /** Open to users who must renew a short password. */
  withoutNewPassword?: boolean;
  /**
   * Creates something: a request with an Idempotency-Key runs once, and its repeats within a day get the
   * stored response. The handler wraps its action in `once`.
   */
  creates?: boolean;
  summary: string;
  /** Path parameters; an invalid one answers 404. */
  path?: z.ZodType<Path, SentPath>;
  /** Query parameters; without a schema the call takes none. */
  query?: z.ZodType<Query, SentQuery>;
  /** The body: a form, multipart or JSON, which are equivalent (ruling G32). */
  input?: z.core.$ZodType<Input, SentInput>;
  /** The input may also come in the query string (rulings G14, G17). */
  takesInputFromQuery?: boolean;
  /** The input is nested and travels as JSON only. */
  isStructured?: boolean;
  /** Reads published cases, which CASES_READING may restrict to verified doctors (ruling G73). */
  isOfCases?: boolean;
  /** Skips the origin check: mail programs and hospitals send it, and the request needs no session. */
  isFromAnywhere?: boolean;
  /** A GET that renders or writes: it must not delay database reads. */
  isHeavy?: boolean;
  /** Cost of an uncached GET in the rate limit of its account or network (RATE_LIMIT); 1 by default. */
  cost?: number;
  /** Rendered by the site, which has its own queue. */
  isDrawn?: boolean;
  /** Maximum size of an uploaded body in bytes. */
  bodyLimit?: number;
  output: z.ZodType<Data>;
  /**
   * `catalogue`: the response changes only with the published catalogue, so shared caches may keep it.
   * `public`: it is the same for everyone. Neither reads the session, and pages of other sites may read both.
   */
  cache: 'catalogue' | 'public' | 'none';
  /** The response is the document itself, without `status` and `data`. */
  isDocument?: boolean;
  isFile?: boolean;
}

export interface FileAnswer {
  type: string;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Size in bytes of a streamed body. */
  size?: number;
  name?: string;
}

export function defineCall<
  Path = void,
  Query = void,
  Data = unknown,
  Input = void,
  SentPath = void,
  SentQuery = void,
  SentInput = void,
>(
  call: Call<Path, Query, Data, Input, SentPath, SentQuery, SentInput>,
): Call<Path, Query, Data, Input, SentPath, SentQuery, SentInput> {
  return call;
}

export const success = <Data extends z.ZodType>(data: Data) =>
  z.object({ status: z.literal('success'), data });

/** The envelope of an error (B134): a message, and a title where there is one. */
export const failure = z.object({
  status: z.literal('error'),
  errors: z.array(
    z.object({
      message: z.string(),
      customData: z.object({ title: z.string().optional(), field: z.string().optional() }).optional(),
    }),
  ),
  /** Details of the error: 409 carries the current state. */
  data: z.unknown().optional(),
});
export type Failure = z.infer<typeof failure>;
