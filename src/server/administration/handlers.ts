import type { administrationContract } from '#contract/administration.ts';
import type { Context } from '../context.ts';
import { userOf } from '../request/access.ts';
import type { Asked, Handlers } from '../request/caller.ts';
import {
  answerFiled,
  closeFiled,
  decideVerification,
  getFiled,
  listFiled,
  takeFiled,
  type Editing,
} from './applications.ts';
import { exportConsents } from './consents.ts';
import { block, getManaged, listUsers, resetFactor, setRole, unblock, type Administering } from './users.ts';

/** Answers to the calls by which editors answer people and administrators decide about them. */
export function administrationHandlers(context: Context): Handlers<keyof typeof administrationContract> {
  const editing = ({ actor, visit }: Pick<Asked, 'actor' | 'visit'>): Editing => ({
    editor: userOf(actor),
    visit,
    context,
  });
  const administering = ({ actor, visit }: Pick<Asked, 'actor' | 'visit'>): Administering => ({
    admin: userOf(actor),
    visit,
    context,
  });
  return {
    'GET /api/editors/applications': (asked) => listFiled(asked.query, editing(asked)),
    'GET /api/editors/applications/{id}': (asked) => getFiled(asked.path.id, editing(asked)),
    'POST /api/editors/applications/{id}/take': (asked) => takeFiled(asked.path.id, editing(asked)),
    'POST /api/editors/applications/{id}/answer': (asked) =>
      answerFiled(asked.path.id, asked.input, editing(asked)),
    'POST /api/editors/applications/{id}/close': (asked) => closeFiled(asked.path.id, editing(asked)),
    'POST /api/editors/applications/{id}/decide': (asked) =>
      decideVerification(asked.path.id, asked.input, editing(asked)),
    'GET /api/editors/users': (asked) => listUsers(asked.query, administering(asked)),
    'GET /api/editors/users/{id}': (asked) => getManaged(asked.path.id, administering(asked)),
    'POST /api/editors/users/{id}/role': (asked) => setRole(asked.path.id, asked.input, administering(asked)),
    'POST /api/editors/users/{id}/block': (asked) => block(asked.path.id, asked.input, administering(asked)),
    'POST /api/editors/users/{id}/unblock': (asked) =>
      unblock(asked.path.id, asked.input, administering(asked)),
    'POST /api/editors/users/{id}/second-factor/reset': (asked) =>
      resetFactor(asked.path.id, asked.input, administering(asked)),
    'GET /api/editors/consents': (asked) => exportConsents(administering(asked)),
  };
}
