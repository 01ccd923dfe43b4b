import * as z from 'zod/mini';
import { email } from './fields.ts';
import { knownPassword, newPassword, passwordsMatch, repeatedPassword } from './password.ts';

/** Forms that ask whether a person sends them; a proof is good for its form alone. */
export const captchaForms = ['doctor', 'partner'] as const;
export type CaptchaForm = (typeof captchaForms)[number];

/** POST /api/auth/login */
export const login = z.object({ email, password: knownPassword });

/** POST /api/auth/restore/send */
export const restoreRequest = z.object({ email });

const code = z.optional(z.string().check(z.trim(), z.maxLength(200, 'Ссылка неверна. Запросите новую.')));

/** POST /api/auth/restore; the first administrator may name the address to sign in with. */
export const restore = z
  .object({
    code,
    token: code,
    password: newPassword,
    confirm_password: repeatedPassword,
    email: z.optional(email),
  })
  .check(passwordsMatch);

/** POST /api/user/confirm: either name of the parameter (ruling G14). */
export const confirmation = z.object({ code, token: code });

/** POST /api/user/confirm/resend */
export const resend = z.object({ email });

/** POST /api/auth/second-factor and POST /api/user/second-factor/confirm: six digits, or a recovery code. */
export const factorCode = z.object({
  code: z
    .string('Введите код.')
    .check(z.trim(), z.minLength(1, 'Введите код.'), z.maxLength(40, 'Код не подошёл.')),
});

/** Deeds about the second factor: the password shows that the owner asks. */
export const factorChange = z.object({ password: knownPassword });
