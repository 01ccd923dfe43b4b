import type { profileContract } from '#contract/profile.ts';
import type { Handlers, Handler } from '../request/caller.ts';
import { getAvatar, removeAvatar, setAvatar } from '../account/avatar.ts';
import { changeType } from './change-type.ts';
import { erase, exportPerson, listConsents, withdraw } from './privacy.ts';
import {
  changeAreas,
  changeMailings,
  setFrequency,
  updateFamily,
  updateProfile,
} from '../account/profile.ts';
import {
  confirmFactor,
  disableFactor,
  renewCodes,
  setUpFactor,
  showFactor,
} from '../account/second-factor.ts';
import { listDataReads } from '../account/data-reads.ts';
import {
  addPasskey,
  ownerPasskeyOptions,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from '../account/passkeys.ts';
import { confirmEmail, requestEmail, stopEmail } from '../account/address.ts';
import { changePassword, endSession, listSessions } from '../account/settings.ts';
import { encryptionOf } from '../encryption.ts';

/**
 * Key with which browsers of a person encrypt unsaved drafts, unreadable for later users of the browser. It
 * changes monthly; earlier keys are returned to the same person.
 */
const draftsKey: Handler<'GET /api/user/drafts/key'> = async (
  { user: { id, created_at }, settings, now },
  { query: { of } },
) => {
  const month = of ?? now().toISOString().slice(0, 7);
  return { person: id, of: month, key: encryptionOf(settings).mac(`drafts ${id} ${created_at} ${month}`) };
};

export const profileHandlers: Handlers<keyof typeof profileContract> = {
  'POST /api/doctor/update': (caller, { input }) => updateProfile(caller, input),
  'POST /api/patient/update': (caller, { input }) => updateProfile(caller, input),
  'POST /api/family/update': updateFamily,
  'GET /api/user/avatar': getAvatar,
  'GET /api/user/drafts/key': draftsKey,
  'POST /api/user/avatar/update': setAvatar,
  'POST /api/user/avatar/remove': removeAvatar,
  'POST /api/user/subscribe/set': (caller, { input }) => changeMailings(caller, input, { action: 'set' }),
  'POST /api/user/subscribe/remove': (caller, { input }) =>
    changeMailings(caller, input, { action: 'remove' }),
  'POST /api/user/terra/set': (caller, { input }) => changeAreas(caller, input, { action: 'set' }),
  'POST /api/user/terra/remove': (caller, { input }) => changeAreas(caller, input, { action: 'remove' }),
  'POST /api/user/frequency': setFrequency,
  'POST /api/user/password': changePassword,
  'POST /api/user/email': requestEmail,
  'POST /api/user/email/confirm': confirmEmail,
  'POST /api/user/email/stop': stopEmail,
  'GET /api/user/second-factor': showFactor,
  'POST /api/user/second-factor/setup': setUpFactor,
  'POST /api/user/second-factor/confirm': confirmFactor,
  'POST /api/user/second-factor/disable': disableFactor,
  'POST /api/user/second-factor/codes': renewCodes,
  'POST /api/user/passkeys/challenge': ownerPasskeyOptions,
  'POST /api/user/passkeys/begin': beginPasskey,
  'POST /api/user/passkeys/add': addPasskey,
  'POST /api/user/passkeys/rename': renamePasskey,
  'POST /api/user/passkeys/remove': removePasskey,
  'GET /api/user/sessions': listSessions,
  'POST /api/user/sessions/end': endSession,
  'POST /api/user/type': changeType,
  'GET /api/user/readings': listDataReads,
  'GET /api/user/consents': listConsents,
  'POST /api/user/consents/withdraw': withdraw,
  'GET /api/user/export': exportPerson,
  'POST /api/user/delete': erase,
};
