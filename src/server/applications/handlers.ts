import type { applicationContract } from '#contract/applications.ts';
import type { Handlers } from '../request/caller.ts';
import { apply, getApplication, giveUpload, listApplications } from './applications.ts';
import { confirmWorkEmail, requestVerification } from './verification.ts';

export const applicationHandlers: Handlers<keyof typeof applicationContract> = {
  'GET /api/applications': listApplications,
  'GET /api/applications/{id}': getApplication,
  'POST /api/applications': (caller, request) =>
    request.input.type === 'verification' ? requestVerification(caller, request) : apply(caller, request),
  'POST /api/user/verification': requestVerification,
  'POST /api/user/verification/confirm': confirmWorkEmail,
  'GET /api/uploads/{id}': giveUpload,
};
