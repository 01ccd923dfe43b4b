import * as z from 'zod/mini';
import { email, optionalText, ticks } from './fields.ts';
import {
  knownPassword,
  newPassword,
  passwordsMatch,
  repeatedPassword,
  normalizePassword,
} from './password.ts';

/** Forms protected by a captcha; a solution is valid for its form only. */
export const captchaForms = ['doctor', 'partner', 'family'] as const;
export type CaptchaForm = (typeof captchaForms)[number];

export const login = z.object({ email, password: knownPassword });

export const restoreRequest = z.object({ email });

const code = optionalText(200, 'Ссылка неверна. Запросите новую.');

/** POST /api/auth/restore; the first administrator may also set the sign-in address. */
export const restore = z
  .object({
    code,
    token: code,
    password: newPassword,
    confirm_password: repeatedPassword,
    email: z.optional(email),
  })
  .check(passwordsMatch);

/**
 * POST /api/user/confirm: either parameter name (ruling G14). The password is that of the registration or,
 * given twice, a new one; its errors are shown only for a valid link. The boxes are those missing from the
 * registration.
 */
export const registrationConfirmation = z
  .object({
    code,
    token: code,
    password: z.optional(z.string().check(z.maxLength(1000, 'Пароль не подходит.'))),
    confirm_password: z.optional(z.string().check(z.maxLength(1000, 'Пароли не совпадают.'))),
    ...ticks,
  })
  .check(
    z.refine(
      ({ password = '', confirm_password = '' }) =>
        confirm_password === '' || normalizePassword(password) === normalizePassword(confirm_password),
      { error: 'Пароли не совпадают.', path: ['confirm_password'] },
    ),
  );

/** POST /api/user/email/confirm: either parameter name. */
export const confirmation = z.object({ code, token: code });

export const resend = z.object({ email });

/** POST /api/user/second-factor/confirm: six digits. */
export const factorCode = z.object({
  code: z
    .string('Введите код.')
    .check(z.trim(), z.minLength(1, 'Введите код.'), z.maxLength(40, 'Код не подошёл.')),
});

const factor = {
  /** Six digits from the authenticator, or a recovery code. */
  code: optionalText(40, 'Код не подошёл.'),
  /** Or a passkey assertion: AuthenticationResponseJSON of Web Authentication. */
  passkey: z.optional(z.string().check(z.maxLength(16_000, 'Ключ не подошёл.'))),
};

export const secondStep = z
  .object(factor)
  .check(
    z.refine((shown) => Boolean(shown.code || shown.passkey), { error: 'Введите код.', path: ['code'] }),
  );

/** Proof of the owner: the password and, with a second factor, a code or passkey. */
export const reauthentication = { password: knownPassword, ...factor };

export const factorChange = z.object(reauthentication);
