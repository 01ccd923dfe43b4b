import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onceOf, spellings } from '#contract/forms/common-passwords.ts';
import { easyToGuess, passwordProblem } from '#contract/forms/password.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { isIn } from './password-filter.ts';
import { minPassword } from './users.ts';

/** Written by scripts/passwords.ts; on the server only, too large for a page. */
const common = readFileSync(path.join(import.meta.dirname, 'common-passwords.bin'));

/** Error message of a password: rules that depend on the account (ruling G54), and the common list. */
export function weaknessOf(
  password: string,
  { type, email }: Pick<UserRow, 'type' | 'email'>,
): string | undefined {
  return (
    passwordProblem(password, { email, least: minPassword(type) }) ??
    (isAmongCommon(password) || isOfPortal(password) ? easyToGuess : undefined)
  );
}

export function checkPassword(password: string, user: Pick<UserRow, 'type' | 'email'>): void {
  const problem = weaknessOf(password, user);
  if (problem) throw new HttpError(400, problem, 'password');
}

/** Whether the list has it: literally, in the other layout, with Shift, doubled, or with decoration. */
function isAmongCommon(password: string): boolean {
  return spellings(password)
    .flatMap((text) => [text, unshifted(text)])
    .flatMap((text) => [text, text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')])
    .map(onceOf)
    .some((text) => text.length >= 4 && isIn(common, text));
}

/** Names of the portal, which attackers try first. */
const wordsOfPortal = new Set(
  `регистр орфанных, регистр орфанных заболеваний, орфанный регистр, орфанные заболевания, орфанные болезни,
  орфанное заболевание, редкие заболевания, редкие болезни, редкая болезнь, orphan register, orphan registry,
  orphan disease, orphan diseases, rare disease, rare diseases, register orphan, registr orfannyh, orfannyj registr,
  orfannye zabolevaniya`
    .split(',')
    .map(lettersOf),
);

/** Whether it consists of portal words with decoration, in either layout. */
const isOfPortal = (password: string): boolean =>
  spellings(password)
    .map((text) => onceOf(lettersOf(text)))
    .some((text) => wordsOfPortal.has(text));

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

const digits = '1234567890';
const unshifted = (text: string) =>
  text.replace(/[!@#$%^&*()]/g, (sign) => digits['!@#$%^&*()'.indexOf(sign)] ?? sign);
