import { z } from 'zod';

/** Who may make a call; a later one may do what an earlier one may. */
export const accesses = ['anonymous', 'partner', 'doctor', 'verified-doctor', 'editor', 'admin'] as const;
export type Access = (typeof accesses)[number];

/** One call as it travels. `Path`, `Query` and `Input` are what handlers receive, `Data` is what they give. */
export interface Call<Path = unknown, Query = unknown, Data = unknown, Input = unknown> {
  access: Access;
  /** For accounts of this type alone, whatever they may do otherwise. */
  only?: 'partner' | 'family';
  /** Editors and administrators may make it before they have set up the second factor that they need. */
  withoutSecondFactor?: boolean;
  /** Open to those whose password is too short for the role they have got. */
  withoutNewPassword?: boolean;
  /**
   * It makes something new: a request with an Idempotency-Key is done once, and its repeats within a day get the same
   * answer. The handler does its action in `once`, and answers what that gives.
   */
  creates?: boolean;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** Parameters of the address; one that does not fit is an unknown address: 404. */
  path?: z.ZodType<Path>;
  /** Parameters after the question mark; left out, the call takes none. */
  query?: z.ZodType<Query>;
  /** What is sent: as a form, as multipart or as JSON, which mean the same (ruling G32). */
  input?: z.core.$ZodType<Input>;
  /** The input may stand after the question mark too (rulings G14, G17). */
  takesInputFromQuery?: boolean;
  /** The input is nested: it travels as JSON alone, objects and lists in it. */
  isStructured?: boolean;
  /** Browsers send it by themselves, as reports of theirs (`application/csp-report`, `application/reports+json`). */
  takesReports?: boolean;
  /** It reads published cases, which the setting CASES_READING may leave to verified doctors (ruling G73). */
  isOfCases?: boolean;
  /** What is sent says itself who asks, or it does not matter: mail programs and browsers send it, from no page of ours. */
  isFromAnywhere?: boolean;
  /** A GET that draws or writes: it must not keep questions to the database waiting. */
  isHeavy?: boolean;
  /** Of a GET that no cache answers, in the rate limit of its account or network (RATE_LIMIT); 1 where none is given. */
  cost?: number;
  /** Its answer is drawn by the site, which has a queue of its own. */
  isDrawn?: boolean;
  /** Most bytes of what is sent, where it is a file. */
  bodyLimit?: number;
  /** What the answer's `data` holds. */
  output: z.ZodType<Data>;
  /** `catalogue`: the answer changes with the published catalogue only, so everybody may keep it. */
  cache: 'catalogue' | 'none';
  /** The answer is the document itself, without `status` and `data`. */
  isDocument?: boolean;
  /** The answer is a file: the handler gives a FileAnswer. */
  isFile?: boolean;
}

/** A file as an answer. */
export interface FileAnswer {
  type: string;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Its bytes, where the body comes in pieces. */
  size?: number;
  /** Offered for saving under this name. */
  name?: string;
}

export function defineCall<Path = void, Query = void, Data = unknown, Input = void>(
  call: Call<Path, Query, Data, Input>,
): Call<Path, Query, Data, Input> {
  return call;
}

/** An answer that went well. */
export const success = <Data extends z.ZodType>(data: Data) =>
  z.object({ status: z.literal('success'), data });

/** An answer that did not; B134: message, and a title where there is one. */
export const failure = z.object({
  status: z.literal('error'),
  errors: z.array(
    z.object({
      message: z.string(),
      customData: z.object({ title: z.string().optional(), field: z.string().optional() }).optional(),
    }),
  ),
  /** What the caller needs to go on, where there is something: 409 gives what others have written meanwhile. */
  data: z.unknown().optional(),
});
export type Failure = z.infer<typeof failure>;
