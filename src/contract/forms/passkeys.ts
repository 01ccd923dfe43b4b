import * as z from 'zod/mini';
import { reauthentication } from './access.ts';
import { line } from './fields.ts';

/** RegistrationResponseJSON or AuthenticationResponseJSON of Web Authentication. */
const answer = z
  .string('Ключ не подошёл.')
  .check(z.minLength(1, 'Ключ не подошёл.'), z.maxLength(16_000, 'Ключ не подошёл.'));

const id = z.string('Такого ключа нет.').check(z.maxLength(1400, 'Такого ключа нет.'));
const name = line('Назовите ключ.', 60);

/**
 * The form of a new passkey for two calls: factorChange reauthenticates, then newPasskey registers the key.
 */
export const passkeyForm = z.object({ name, ...reauthentication });

export const newPasskey = z.object({ name, passkey: answer });

export const passkeyName = z.object({ id, name });

export const passkeyRemoval = z.object({ id, ...reauthentication });

export const passkeyEntrance = z.object({ passkey: answer });
