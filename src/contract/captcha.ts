import { z } from 'zod';

/** The task for a program, as altcha of the second version spells it. */
export const taskSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: z.int().optional(),
    data: z.object({ id: z.string() }),
  }),
  signature: z.string(),
});
export type Task = z.infer<typeof taskSchema>;

/** What a program has found. */
export const solutionSchema = z.object({
  counter: z.int(),
  derivedKey: z.string(),
  time: z.number().optional(),
});
