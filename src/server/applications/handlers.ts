import type { applicationContract } from '#contract/applications.ts';
import type { Handlers } from '../request/caller.ts';
import { apply, getApplication, listApplications } from './applications.ts';
import { giveUpload } from './files.ts';
import { confirmWorkEmail, requestVerification } from './verification.ts';

export const applicationHandlers: Handlers<keyof typeof applicationContract> = {
  'GET /api/applications': (caller) => listApplications(caller),
  'GET /api/applications/{id}': (caller, { path }) => getApplication(caller, path.id),
  'POST /api/applications': (caller, { input }) =>
    input.type === 'verification' ? requestVerification(caller, input) : apply(caller, input),
  'POST /api/user/verification': (caller, { input }) => requestVerification(caller, input),
  'POST /api/user/verification/confirm': (caller, { input }) => confirmWorkEmail(caller, input),
  'GET /api/uploads/{id}': (caller, { path }) => giveUpload(caller, path.id),
};
