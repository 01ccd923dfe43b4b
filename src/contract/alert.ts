import { z } from 'zod';

/** A problem of the portal and its remedy. */
export const alert = z.object({
  name: z.string(),
  /** Tells apart several alerts of one name. */
  about: z.string(),
  title: z.string(),
  what: z.string(),
  next: z.string(),
  since: z.string(),
});
export type StandingAlert = z.infer<typeof alert>;
