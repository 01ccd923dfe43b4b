import type { profileContract } from '#contract/profile.ts';
import type { Handlers } from '../request/caller.ts';
import { getAvatar, removeAvatar, setAvatar } from '../account/avatar.ts';
import { draftsKey } from '../account/drafts-key.ts';
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

export const profileHandlers: Handlers<keyof typeof profileContract> = {
  'POST /api/doctor/update': (caller, { input }) => updateProfile(caller, input),
  'POST /api/patient/update': (caller, { input }) => updateProfile(caller, input),
  'POST /api/family/update': (caller, { input }) => updateFamily(caller, input),
  'GET /api/user/avatar': (caller) => getAvatar(caller),
  'GET /api/user/drafts/key': async (caller, { query }) => draftsKey(caller, query.of),
  'POST /api/user/avatar/update': (caller, { input }) => setAvatar(caller, input),
  'POST /api/user/avatar/remove': (caller) => removeAvatar(caller),
  'POST /api/user/subscribe/set': (caller, { input }) => changeMailings(caller, input, { action: 'set' }),
  'POST /api/user/subscribe/remove': (caller, { input }) =>
    changeMailings(caller, input, { action: 'remove' }),
  'POST /api/user/terra/set': (caller, { input }) => changeAreas(caller, input, { action: 'set' }),
  'POST /api/user/terra/remove': (caller, { input }) => changeAreas(caller, input, { action: 'remove' }),
  'POST /api/user/frequency': (caller, { input }) => setFrequency(caller, input),
  'POST /api/user/password': (caller, { input }) => changePassword(caller, input),
  'POST /api/user/email': (caller, { input }) => requestEmail(caller, input),
  'POST /api/user/email/confirm': (caller, { input }) => confirmEmail(caller, input),
  'POST /api/user/email/stop': (caller, { input }) => stopEmail(caller, input),
  'GET /api/user/second-factor': (caller) => showFactor(caller),
  'POST /api/user/second-factor/setup': (caller, { input }) => setUpFactor(caller, input),
  'POST /api/user/second-factor/confirm': (caller, { input }) => confirmFactor(caller, input),
  'POST /api/user/second-factor/disable': (caller, { input }) => disableFactor(caller, input),
  'POST /api/user/second-factor/codes': (caller, { input }) => renewCodes(caller, input),
  'POST /api/user/passkeys/challenge': (caller) => ownerPasskeyOptions(caller),
  'POST /api/user/passkeys/begin': (caller, { input }) => beginPasskey(caller, input),
  'POST /api/user/passkeys/add': (caller, { input }) => addPasskey(caller, input),
  'POST /api/user/passkeys/rename': (caller, { input }) => renamePasskey(caller, input),
  'POST /api/user/passkeys/remove': (caller, { input }) => removePasskey(caller, input),
  'GET /api/user/sessions': (caller) => listSessions(caller),
  'POST /api/user/sessions/end': (caller, { input }) => endSession(caller, input),
  'POST /api/user/type': (caller, { input }) => changeType(caller, input),
  'GET /api/user/readings': (caller) => listDataReads(caller),
  'GET /api/user/consents': (caller) => listConsents(caller),
  'POST /api/user/consents/withdraw': (caller, { input }) => withdraw(caller, input),
  'GET /api/user/export': (caller, { query }) => exportPerson(caller, query),
  'POST /api/user/delete': (caller, { input }) => erase(caller, input),
};
