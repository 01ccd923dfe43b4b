import { z } from 'zod';

/** Who may make a call; a later one may do what an earlier one may. */
export const accesses = ['anonymous', 'partner', 'doctor', 'verified-doctor', 'editor', 'admin'] as const;
export type Access = (typeof accesses)[number];

/** One call as it travels. `Path`, `Query` and `Data` are what handlers receive and give. */
export interface Call<Path = unknown, Query = unknown, Data = unknown> {
  access: Access;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** Parameters of the address; one that does not fit is an unknown address: 404. */
  path?: z.ZodType<Path>;
  /** Parameters after the question mark; left out, the call takes none. */
  query?: z.ZodType<Query>;
  /** What the answer's `data` holds. */
  output: z.ZodType<Data>;
  /** `catalogue`: the answer changes with the published catalogue only, so everybody may keep it. */
  cache: 'catalogue' | 'none';
  /** The answer is the document itself, without `status` and `data`. */
  isDocument?: boolean;
}

export function defineCall<Path = void, Query = void, Data = unknown>(
  call: Call<Path, Query, Data>,
): Call<Path, Query, Data> {
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
