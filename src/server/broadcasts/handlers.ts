import type { broadcastContract } from '#contract/broadcasts.ts';
import type { Handlers } from '../request/caller.ts';
import {
  createBroadcast,
  getBroadcast,
  letterOf,
  listBroadcasts,
  removeBroadcast,
  saveBroadcast,
  sendBroadcast,
  stopBroadcast,
  testBroadcast,
} from './broadcasts.ts';

export const broadcastHandlers: Handlers<keyof typeof broadcastContract> = {
  'GET /api/editors/broadcasts': (caller) => listBroadcasts(caller.db),
  'POST /api/editors/broadcasts': (caller, { input }) => createBroadcast(caller, input),
  'GET /api/editors/broadcasts/{id}': (caller, { path }) => getBroadcast(caller.db, path.id),
  'POST /api/editors/broadcasts/{id}': (caller, { path, input }) => saveBroadcast(caller, path.id, input),
  'GET /api/editors/broadcasts/{id}/letter': (caller, { path }) => letterOf(caller, path.id),
  'POST /api/editors/broadcasts/{id}/test': (caller, { path }) => testBroadcast(caller, path.id),
  'POST /api/editors/broadcasts/{id}/send': (caller, { path, input }) =>
    sendBroadcast(caller, path.id, input),
  'POST /api/editors/broadcasts/{id}/stop': (caller, { path }) => stopBroadcast(caller, path.id),
  'POST /api/editors/broadcasts/{id}/remove': (caller, { path }) => removeBroadcast(caller, path.id),
};
