import { z } from 'zod';

/** A proof-of-work task in the format of altcha v2; scrypt makes it memory-hard. */
export const taskSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('SCRYPT'),
    nonce: z.string(),
    salt: z.string(),
    /** N and r of scrypt: 128 · N · r bytes of memory. */
    cost: z.int(),
    memoryCost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: z.int().optional(),
    /** `domain`: of the mail address; `hardness`: multiple of the usual cost. */
    data: z.object({ id: z.string(), domain: z.string(), hardness: z.int() }),
  }),
  signature: z.string(),
});

export const solutionSchema = z.object({
  counter: z.int(),
  derivedKey: z.string(),
  time: z.number().optional(),
});
