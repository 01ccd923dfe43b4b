import type { unsubscribeContract } from '#contract/unsubscribe.ts';
import type { Handlers } from '../request/caller.ts';
import { resubscribe, unsubscribe } from './unsubscribe.ts';

export const unsubscribeHandlers: Handlers<keyof typeof unsubscribeContract> = {
  'POST /api/unsubscribe': (caller, { input }) => unsubscribe(caller, input.token),
  'POST /api/unsubscribe/undo': (caller, { input }) => resubscribe(caller, input.token),
};
