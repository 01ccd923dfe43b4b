import type { administrationContract } from '#contract/administration.ts';
import type { Handlers } from '../request/caller.ts';
import {
  answerFiled,
  closeFiled,
  decideVerification,
  getFiled,
  listFiled,
  takeFiled,
} from './applications.ts';
import { exportConsents } from './consents.ts';
import { block, getManaged, listUsers, resetFactor, setRole, unblock } from './users.ts';

export const administrationHandlers: Handlers<keyof typeof administrationContract> = {
  'GET /api/editors/applications': (caller, { query }) => listFiled(caller, query),
  'GET /api/editors/applications/{id}': (caller, { path }) => getFiled(caller, path.id),
  'POST /api/editors/applications/{id}/take': (caller, { path }) => takeFiled(caller, path.id),
  'POST /api/editors/applications/{id}/answer': (caller, { path, input }) =>
    answerFiled(caller, path.id, input),
  'POST /api/editors/applications/{id}/close': (caller, { path }) => closeFiled(caller, path.id),
  'POST /api/editors/applications/{id}/decide': (caller, { path, input }) =>
    decideVerification(caller, path.id, input),
  'GET /api/editors/users': (caller, { query }) => listUsers(caller, query),
  'GET /api/editors/users/{id}': (caller, { path }) => getManaged(caller, path.id),
  'POST /api/editors/users/{id}/role': (caller, { path, input }) => setRole(caller, path.id, input),
  'POST /api/editors/users/{id}/block': (caller, { path, input }) => block(caller, path.id, input),
  'POST /api/editors/users/{id}/unblock': (caller, { path, input }) => unblock(caller, path.id, input),
  'POST /api/editors/users/{id}/second-factor/reset': (caller, { path, input }) =>
    resetFactor(caller, path.id, input),
  'GET /api/editors/consents': (caller) => exportConsents(caller),
};
