import type { accountContract } from '#contract/account.ts';
import type { Handlers } from '../request/caller.ts';
import { found, isFoundingCode } from './founding.ts';
import { confirm, resendConfirmation } from './confirmation.ts';
import { register } from './registration.ts';
import { requestRestore, restore } from './restore.ts';
import { askAnyPasskey, askSecondPasskey, signInByPasskey } from './passkey-sign-in.ts';
import { passSecondStep, seeSecondStep } from './second-factor.ts';
import { signIn, signOut } from './sign-in.ts';
import { createCaptcha } from '../captcha/captcha.ts';
import { showUser } from './users.ts';

/** Answers to the calls by which people get in and out. */
export const accountHandlers: Handlers<keyof typeof accountContract> = {
  'GET /api/user': async (caller) =>
    caller.actor.user && caller.actor.access !== 'anonymous'
      ? await showUser(caller, caller.actor.user)
      : null,
  'POST /api/auth/login': (caller, { input }) => signIn(caller, input),
  'GET /api/auth/second-factor': (caller) => seeSecondStep(caller),
  'POST /api/auth/second-factor': (caller, { input }) => passSecondStep(caller, input),
  'POST /api/auth/second-factor/challenge': (caller) => askSecondPasskey(caller),
  'POST /api/auth/passkey/challenge': (caller) => askAnyPasskey(caller),
  'POST /api/auth/passkey': (caller, { input }) => signInByPasskey(caller, input),
  'POST /api/auth/logout': (caller) => signOut(caller),
  'POST /api/register/doctor': (caller, { input }) => register(caller, { type: 'doctor', form: input }),
  'POST /api/register/patient': (caller, { input }) => register(caller, { type: 'patient', form: input }),
  'POST /api/register/family': (caller, { input }) => register(caller, { type: 'family', form: input }),
  'POST /api/user/confirm': (caller, { input }) => confirm(caller, input),
  'POST /api/user/confirm/resend': (caller, { input }) => resendConfirmation(caller, input),
  'POST /api/auth/restore/send': (caller, { input }) => requestRestore(caller, input),
  'POST /api/auth/restore': (caller, { input }) => {
    const code = input.code || input.token || '';
    return isFoundingCode(code) ? found(caller, { ...input, code }) : restore(caller, input);
  },
  'GET /api/captcha/ssid': (caller, { query }) => createCaptcha(caller).issue(caller.visit, query),
  'GET /api/captcha/challenge': async (caller, { query }) =>
    await createCaptcha(caller).challenge(caller.visit, query),
};
