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
  'GET /api/editors/applications': listFiled,
  'GET /api/editors/applications/{id}': getFiled,
  'POST /api/editors/applications/{id}/take': takeFiled,
  'POST /api/editors/applications/{id}/answer': answerFiled,
  'POST /api/editors/applications/{id}/close': closeFiled,
  'POST /api/editors/applications/{id}/decide': decideVerification,
  'GET /api/editors/users': listUsers,
  'GET /api/editors/users/{id}': getManaged,
  'POST /api/editors/users/{id}/role': setRole,
  'POST /api/editors/users/{id}/block': block,
  'POST /api/editors/users/{id}/unblock': unblock,
  'POST /api/editors/users/{id}/second-factor/reset': resetFactor,
  'GET /api/editors/consents': exportConsents,
};
