export const addSeconds = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);

/** Seconds that a corrected clock may go back. */
const maxCorrection = 300;

/** Whether a code of this lifetime is valid. A clock set back must not prolong it. */
export const isCurrent = (expiresAt: string, lifetimeSeconds: number, at: Date): boolean =>
  at.toISOString() < expiresAt && at >= addSeconds(new Date(expiresAt), -lifetimeSeconds - maxCorrection);
