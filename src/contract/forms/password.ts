import * as z from 'zod/mini';
import { isCommonPassword } from './common-passwords.ts';

/** Lengths of ruling G54; staff need longer ones. */
export const shortestPassword = 12;
export const shortestEditorPassword = 15;
const longestPassword = 128;

/** Normalised, so that every keyboard gives the same password. */
export const normalizePassword = (password: string) => password.normalize('NFKC');

export const easyToGuess = 'Такой пароль легко угадать: возьмите несколько не связанных слов.';
const likeEmail = 'Пароль слишком похож на адрес почты.';
const countLetters = (text: string) => text.replace(/[^\p{L}]/gu, '').length;

/** The error message of a password; undefined when it is good. */
export function passwordProblem(
  password: string,
  { email = '', least = shortestPassword }: { email?: string; least?: number } = {},
): string | undefined {
  const text = normalizePassword(password);
  const length = [...text].length;
  if (length < least) return `Пароль короче ${least} знаков.`;
  if (length > longestPassword) return `Пароль длиннее ${longestPassword} знаков.`;
  const own = email.trim().toLowerCase();
  const lower = text.toLowerCase();
  const name = own.slice(0, own.lastIndexOf('@'));
  if (own && (lower === own || lower === name)) return 'Пароль совпадает с адресом почты.';
  if (name.length >= 4 && countLetters(lower.replaceAll(name, '')) < 6 && lower.includes(name))
    return likeEmail;
  if (isCommonPassword(text)) return easyToGuess;
  return undefined;
}

export const newPassword = z.string('Придумайте пароль.').check(
  z.check<string>(({ value, issues }) => {
    const message = value === '' ? 'Придумайте пароль.' : passwordProblem(value);
    // Other rules, such as equal passwords, add their own issues.
    if (message) issues.push({ code: 'custom', input: value, message, continue: true });
  }),
);

export const repeatedPassword = z
  .string('Повторите пароль.')
  .check(z.minLength(1, 'Повторите пароль.'), z.maxLength(1000, 'Пароли не совпадают.'));

export const passwordsMatch = z.refine<{ password: string; confirm_password: string }>(
  ({ password, confirm_password }) => normalizePassword(password) === normalizePassword(confirm_password),
  { error: 'Пароли не совпадают.', path: ['confirm_password'] },
);

export const passwordIsNotEmail = z.refine<{ password: string; email: string }>(
  ({ password, email }) => !/почты/.test(passwordProblem(password, { email }) ?? ''),
  { error: 'Пароль слишком похож на адрес почты.', path: ['password'] },
);

/** A password to verify: no error may describe it. */
export const knownPassword = z
  .string('Введите пароль.')
  .check(z.minLength(1, 'Введите пароль.'), z.maxLength(1000, 'Почта или пароль не подходят.'));
