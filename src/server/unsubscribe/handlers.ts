import type { unsubscribeContract } from '#contract/unsubscribe.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../request/caller.ts';
import { subscribeAgain, unsubscribe } from './unsubscribe.ts';

/** Answers to the links by which mailings end. */
export function unsubscribeHandlers(context: Context): Handlers<keyof typeof unsubscribeContract> {
  return {
    'POST /api/unsubscribe': ({ input }) => unsubscribe(input.token, context),
    'POST /api/unsubscribe/undo': ({ input, visit }) => subscribeAgain(input.token, visit, context),
  };
}
