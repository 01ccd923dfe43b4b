import { z } from 'zod';

/** Something that is wrong with the portal now, and what to do about it. */
export const alert = z.object({
  name: z.string(),
  /** Which of several of this name. */
  about: z.string(),
  title: z.string(),
  what: z.string(),
  next: z.string(),
  since: z.string(),
});
export type StandingAlert = z.infer<typeof alert>;
