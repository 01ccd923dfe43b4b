import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { OperatorError } from '#domain/operator-error.ts';
import { makeAccount } from '#server/account/operator.ts';
import { openDatabase } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';

const usage =
  'npm run user -- add --type doctor|patient|editor|admin --email АДРЕС [--verified]; пароль — первая строка ввода.';

/** `npm run user -- add …` makes a confirmed account, beside a running server or without one. */
export async function run(args: string[]): Promise<void> {
  const { deed, type, email, isVerified } = read(args);
  if (deed !== 'add' || !type || !email) throw new OperatorError(usage);
  const given = await readPassword();
  const password = given ?? makePassword();
  const database = await openDatabase(readSettings());
  try {
    await makeAccount({ type, email, password, isVerified }, { database });
  } finally {
    await database.close();
  }
  console.log(`Учётная запись создана: ${email} (${type}${isVerified ? ', проверен' : ''})`);
  if (given === undefined) console.log(`Пароль, показан один раз: ${password}`);
}

function read(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { type: { type: 'string' }, email: { type: 'string' }, verified: { type: 'boolean' } },
    });
    const [deed, ...rest] = positionals;
    if (rest.length > 0) throw new OperatorError(usage);
    return { deed, type: values.type, email: values.email, isVerified: values.verified ?? false };
  } catch {
    throw new OperatorError(usage);
  }
}

/** The first line of what is piped in; a terminal, or nothing within five seconds, means that one is made up. */
async function readPassword(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin });
  const silence = setTimeout(() => lines.close(), 5000);
  try {
    for await (const line of lines) return line || undefined;
    return undefined;
  } finally {
    clearTimeout(silence);
    lines.close();
    process.stdin.destroy();
  }
}

/** Letters that are told apart in any type; 25 of them hold 120 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const makePassword = () =>
  Array.from({ length: 5 }, () =>
    Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');
