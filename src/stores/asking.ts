import { CallError } from '#contract/client/call.ts';

/** What a screen knows of the thing that it shows. */
export type RemoteData<Thing> =
  | { state: 'asking' }
  | { state: 'there'; thing: Thing }
  /** The reader may not, and why. */
  | { state: 'closed'; message: string }
  | { state: 'missing' }
  | { state: 'failed'; message: string; isOffline: boolean };

/** The state that a failed call leads to. */
export function afterFailure(error: unknown): Exclude<RemoteData<never>, { state: 'asking' | 'there' }> {
  if (!(error instanceof CallError)) throw error;
  if (error.status === 404) return { state: 'missing' };
  if (error.status === 401 || error.status === 403) return { state: 'closed', message: error.message };
  return { state: 'failed', message: error.message, isOffline: error.isOffline };
}
