import type { accountContract } from '#contract/account.ts';
import type { Handlers } from '../request/caller.ts';
import { createFirstAdministrator, isFoundingCode } from './first-administrator.ts';
import { confirm, resendConfirmation } from './confirmation.ts';
import { register } from './registration.ts';
import { requestRestore, restore } from './restore.ts';
import { anyPasskeyOptions, secondFactorPasskeyOptions, signInByPasskey } from './passkey-sign-in.ts';
import { passSecondStep, getSecondStep } from './second-factor.ts';
import { signIn, signOut } from './sign-in.ts';
import { createCaptcha } from '../captcha/captcha.ts';
import { userView } from './users.ts';

export const accountHandlers: Handlers<keyof typeof accountContract> = {
  'GET /api/user': async (caller) =>
    caller.actor.user && caller.actor.access !== 'anonymous'
      ? await userView(caller, caller.actor.user)
      : null,
  'POST /api/auth/login': signIn,
  'GET /api/auth/second-factor': getSecondStep,
  'POST /api/auth/second-factor': passSecondStep,
  'POST /api/auth/second-factor/challenge': secondFactorPasskeyOptions,
  'POST /api/auth/passkey/challenge': anyPasskeyOptions,
  'POST /api/auth/passkey': signInByPasskey,
  'POST /api/auth/logout': signOut,
  'POST /api/register/doctor': (caller, { input }) => register(caller, { type: 'doctor', form: input }),
  'POST /api/register/patient': (caller, { input }) => register(caller, { type: 'patient', form: input }),
  'POST /api/register/family': (caller, { input }) => register(caller, { type: 'family', form: input }),
  'POST /api/user/confirm': confirm,
  'POST /api/user/confirm/resend': resendConfirmation,
  'POST /api/auth/restore/send': requestRestore,
  'POST /api/auth/restore': (caller, { input }) => {
    const code = input.code || input.token || '';
    return isFoundingCode(code)
      ? createFirstAdministrator(caller, { ...input, code })
      : restore(caller, input);
  },
  'GET /api/captcha/ssid': (caller, { query }) => createCaptcha(caller).issue(caller.client, query),
  'GET /api/captcha/challenge': async (caller, { query }) =>
    await createCaptcha(caller).challenge(caller.client, query),
};
