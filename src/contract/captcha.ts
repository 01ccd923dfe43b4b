import { z } from 'zod';

/** The task for a program, as altcha of the second version spells it; scrypt needs much memory wherever it is solved. */
export const taskSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('SCRYPT'),
    nonce: z.string(),
    salt: z.string(),
    /** N and r of scrypt: 128 · N · r bytes of memory are wanted at once. */
    cost: z.int(),
    memoryCost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: z.int().optional(),
    /** `domain`: of the address of mail for which it was asked; `hardness`: how many times as hard as at rest. */
    data: z.object({ id: z.string(), domain: z.string(), hardness: z.int() }),
  }),
  signature: z.string(),
});
export type CaptchaTask = z.infer<typeof taskSchema>;

/** What a program has found. */
export const solutionSchema = z.object({
  counter: z.int(),
  derivedKey: z.string(),
  time: z.number().optional(),
});
