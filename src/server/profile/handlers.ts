import type { profileContract } from '#contract/profile.ts';
import type { Context } from '../context.ts';
import { userOf } from '../request/access.ts';
import type { Asked, Handlers } from '../request/caller.ts';
import { getAvatar, removeAvatar, setAvatar } from '../account/avatar.ts';
import { draftsKey } from '../account/drafts-key.ts';
import { changeType } from './change-type.ts';
import { erase, exportPerson, listConsents, withdraw } from './privacy.ts';
import { changeAreas, changeMailings, setFrequency, updateProfile } from '../account/profile.ts';
import {
  confirmFactor,
  disableFactor,
  renewCodes,
  setUpFactor,
  showFactor,
} from '../account/second-factor.ts';
import { listReadings } from '../account/readings.ts';
import { createServices } from '../account/services.ts';
import type { Asking } from '../account/owner.ts';
import { addPasskey, askOwner, beginPasskey, removePasskey, renamePasskey } from '../account/passkeys.ts';
import { confirmEmail, requestEmail } from '../account/address.ts';
import { changePassword, endSession, listSessions } from '../account/settings.ts';

/** Answers to the calls of those who are signed in, about themselves. */
export function profileHandlers(context: Context): Handlers<keyof typeof profileContract> {
  const services = createServices(context);
  const asking = ({ actor, visit }: Pick<Asked, 'actor' | 'visit'>): Asking => ({
    session: actor.session ?? '',
    visit,
    services,
  });
  return {
    'POST /api/doctor/update': ({ actor, input }) => updateProfile(userOf(actor), input, services),
    'POST /api/patient/update': ({ actor, input }) => updateProfile(userOf(actor), input, services),
    'GET /api/user/avatar': ({ actor }) => getAvatar(userOf(actor), services),
    'GET /api/user/drafts/key': async ({ actor, query }) => draftsKey(userOf(actor), query.of, services),
    'POST /api/user/avatar/update': ({ actor, input }) => setAvatar(userOf(actor), input, services),
    'POST /api/user/avatar/remove': ({ actor }) => removeAvatar(userOf(actor), services),
    'POST /api/user/subscribe/set': ({ actor, input, visit }) =>
      changeMailings(userOf(actor), input, { deed: 'set', visit, services }),
    'POST /api/user/subscribe/remove': ({ actor, input, visit }) =>
      changeMailings(userOf(actor), input, { deed: 'remove', visit, services }),
    'POST /api/user/terra/set': ({ actor, input }) =>
      changeAreas(userOf(actor), input, { deed: 'set', services }),
    'POST /api/user/terra/remove': ({ actor, input }) =>
      changeAreas(userOf(actor), input, { deed: 'remove', services }),
    'POST /api/user/frequency': ({ actor, input }) => setFrequency(userOf(actor), input, services),
    'POST /api/user/password': (asked) => changePassword(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/email': (asked) => requestEmail(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/email/confirm': ({ actor, input, visit }) =>
      confirmEmail(input, { actor, visit, services }),
    'GET /api/user/second-factor': ({ actor }) => showFactor(userOf(actor), services),
    'POST /api/user/second-factor/setup': (asked) =>
      setUpFactor(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/second-factor/confirm': (asked) =>
      confirmFactor(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/second-factor/disable': (asked) =>
      disableFactor(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/second-factor/codes': (asked) =>
      renewCodes(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/passkeys/challenge': (asked) => askOwner(userOf(asked.actor), asking(asked)),
    'POST /api/user/passkeys/begin': (asked) => beginPasskey(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/passkeys/add': (asked) => addPasskey(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/passkeys/rename': ({ actor, input }) => renamePasskey(userOf(actor), input, { services }),
    'POST /api/user/passkeys/remove': (asked) =>
      removePasskey(userOf(asked.actor), asked.input, asking(asked)),
    'GET /api/user/sessions': ({ actor }) => listSessions(userOf(actor), actor.session, services),
    'POST /api/user/sessions/end': (asked) => endSession(userOf(asked.actor), asked.input, asking(asked)),
    'POST /api/user/type': ({ actor, input, visit }) => changeType(userOf(actor), input, { visit, services }),
    'GET /api/user/readings': ({ actor }) => listReadings(userOf(actor), services),
    'GET /api/user/consents': ({ actor }) => listConsents(userOf(actor), services),
    'POST /api/user/consents/withdraw': ({ actor, input, visit }) =>
      withdraw(userOf(actor), input, { visit, services }),
    'GET /api/user/export': ({ actor, query, visit }) =>
      exportPerson(userOf(actor), query, { visit, services }),
    'POST /api/user/delete': (asked) => erase(userOf(asked.actor), asked.input, asking(asked)),
  };
}
