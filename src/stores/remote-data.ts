import { CallError } from '#contract/client/call.ts';

/** What a screen knows of the thing that it shows. */
export type RemoteData<Data> =
  | { state: 'pending' }
  | { state: 'success'; data: Data }
  /** The reader may not, and why. */
  | { state: 'forbidden'; message: string }
  | { state: 'notFound' }
  | { state: 'failed'; message: string; isOffline: boolean };

/** The state that a failed call leads to. */
export function afterFailure(error: unknown): Exclude<RemoteData<never>, { state: 'pending' | 'there' }> {
  if (!(error instanceof CallError)) throw error;
  if (error.status === 404) return { state: 'notFound' };
  if (error.status === 401 || error.status === 403) return { state: 'forbidden', message: error.message };
  return { state: 'failed', message: error.message, isOffline: error.isOffline };
}
