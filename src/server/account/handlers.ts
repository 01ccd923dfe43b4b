import type { accountContract } from '#contract/account.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../request/caller.ts';
import { found, isFoundingCode } from './founding.ts';
import { confirm, register, resendConfirmation } from './registration.ts';
import { requestRestore, restore } from './restore.ts';
import { createServices } from './services.ts';
import { askAnyPasskey, askSecondPasskey, signInByPasskey } from './passkey-sign-in.ts';
import { passSecondStep } from './second-factor.ts';
import { signIn, signOut } from './sign-in.ts';
import { showUser } from './users.ts';

/** Answers to the calls by which people get in and out. */
export function accountHandlers(context: Context): Handlers<keyof typeof accountContract> {
  const services = createServices(context);
  const { database, captcha } = services;
  return {
    'GET /api/user': async ({ actor }) =>
      actor.user && actor.access !== 'anonymous' ? await showUser(database.kysely, actor.user) : null,
    'POST /api/auth/login': ({ input, visit }) => signIn(input, visit, services),
    'POST /api/auth/second-factor': ({ actor, input, visit }) =>
      passSecondStep(actor, input, { visit, services }),
    'POST /api/auth/second-factor/challenge': ({ actor, visit }) => askSecondPasskey(actor, visit, services),
    'POST /api/auth/passkey/challenge': ({ visit }) => askAnyPasskey(visit, services),
    'POST /api/auth/passkey': ({ input, visit }) => signInByPasskey(input, visit, services),
    'POST /api/auth/logout': ({ actor, visit }) => signOut(actor, visit, services),
    'POST /api/register/doctor': ({ input, visit, once }) =>
      register({ type: 'doctor', form: input }, { visit, services, once }),
    'POST /api/register/patient': ({ input, visit, once }) =>
      register({ type: 'patient', form: input }, { visit, services, once }),
    'POST /api/user/confirm': ({ input, visit }) => confirm(input, visit, services),
    'POST /api/user/confirm/resend': ({ input, visit }) => resendConfirmation(input, visit, services),
    'POST /api/auth/restore/send': ({ input, visit }) => requestRestore(input, visit, services),
    'POST /api/auth/restore': ({ input, visit }) => {
      const code = input.code || input.token || '';
      return isFoundingCode(code)
        ? found({ ...input, code }, visit, services)
        : restore(input, visit, services);
    },
    'GET /api/captcha/ssid': ({ query, visit }) => captcha.issue(visit, query),
    'GET /api/captcha/challenge': async ({ query, visit }) => await captcha.challenge(visit, query),
  };
}
