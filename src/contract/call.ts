import { z } from 'zod';

/** Who may make a call; a later one may do what an earlier one may. */
export const accesses = ['anonymous', 'partner', 'doctor', 'verified-doctor', 'editor', 'admin'] as const;
export type Access = (typeof accesses)[number];

/** One call as it travels. `Path`, `Query` and `Input` are what handlers receive, `Data` is what they give. */
export interface Call<Path = unknown, Query = unknown, Data = unknown, Input = unknown> {
  access: Access;
  /** For accounts of this type alone, whatever they may do otherwise. */
  only?: 'patient';
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
  /** A GET that draws or writes: it must not keep questions to the database waiting. */
  isHeavy?: boolean;
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
  body: Uint8Array;
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
});
export type Failure = z.infer<typeof failure>;
