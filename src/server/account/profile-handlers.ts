import type { profileContract } from '#contract/profile.ts';
import type { Context } from '../context.ts';
import { userOf } from '../http/access.ts';
import type { Handlers } from '../http/handlers.ts';
import { getAvatar, removeAvatar, setAvatar } from './avatar.ts';
import { changeType } from './change-type.ts';
import { erase, exportPerson, listConsents, withdraw } from './privacy.ts';
import { changeAreas, changeMailings, setFrequency, updateProfile } from './profile.ts';
import { confirmFactor, disableFactor, renewCodes, setUpFactor, showFactor } from './second-factor.ts';
import { listReadings } from './readings.ts';
import { createServices } from './services.ts';
import { confirmEmail, requestEmail } from './address.ts';
import { changePassword, endSession, listSessions } from './settings.ts';

/** Answers to the calls of those who are signed in, about themselves. */
export function profileHandlers(context: Context): Handlers<keyof typeof profileContract> {
  const services = createServices(context);
  return {
    'POST /api/doctor/update': ({ actor, input }) => updateProfile(userOf(actor), input, services),
    'POST /api/patient/update': ({ actor, input }) => updateProfile(userOf(actor), input, services),
    'GET /api/user/avatar': ({ actor }) => getAvatar(userOf(actor), services),
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
    'POST /api/user/password': ({ actor, input, visit }) =>
      changePassword(userOf(actor), input, { session: actor.session ?? '', visit, services }),
    'POST /api/user/email': ({ actor, input, visit }) =>
      requestEmail(userOf(actor), input, { visit, services }),
    'POST /api/user/email/confirm': ({ actor, input, visit }) =>
      confirmEmail(input, { actor, visit, services }),
    'GET /api/user/second-factor': ({ actor }) => showFactor(userOf(actor), services),
    'POST /api/user/second-factor/setup': ({ actor, input, visit }) =>
      setUpFactor(userOf(actor), input, { visit, services }),
    'POST /api/user/second-factor/confirm': ({ actor, input, visit }) =>
      confirmFactor(userOf(actor), input, { session: actor.session ?? '', visit, services }),
    'POST /api/user/second-factor/disable': ({ actor, input, visit }) =>
      disableFactor(userOf(actor), input, { session: actor.session ?? '', visit, services }),
    'POST /api/user/second-factor/codes': ({ actor, input, visit }) =>
      renewCodes(userOf(actor), input, { visit, services }),
    'GET /api/user/sessions': ({ actor }) => listSessions(userOf(actor), actor.session, services),
    'POST /api/user/sessions/end': ({ actor, input, visit }) =>
      endSession(userOf(actor), input, { session: actor.session ?? '', visit, services }),
    'POST /api/user/type': ({ actor, input, visit }) => changeType(userOf(actor), input, { visit, services }),
    'GET /api/user/readings': ({ actor }) => listReadings(userOf(actor), services),
    'GET /api/user/consents': ({ actor }) => listConsents(userOf(actor), services),
    'POST /api/user/consents/withdraw': ({ actor, input, visit }) =>
      withdraw(userOf(actor), input, { visit, services }),
    'GET /api/user/export': ({ actor, query, visit }) =>
      exportPerson(userOf(actor), query, { visit, services }),
    'POST /api/user/delete': ({ actor, input, visit }) => erase(userOf(actor), input, { visit, services }),
  };
}
