import * as z from 'zod/mini';
import { email } from './fields.ts';
import { knownPassword, newPassword, passwordsMatch, repeatedPassword } from './password.ts';

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
