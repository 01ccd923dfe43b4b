import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { OperatorError } from '#domain/operator-error.ts';
import { makeAccount, resetFactorByOperator } from '#server/account/operator.ts';
import { openDatabase } from '#server/database/database.ts';
import { removeDemonstration } from '#server/profile/demonstration.ts';
import { readSettings } from '#server/settings.ts';
import { createContext } from '#server/request/context.ts';
import { readArguments, type Usage } from './arguments.ts';

const usage = {
  name: 'user',
  arguments: 'ДЕЙСТВИЕ',
  about: 'Учётные записи; портал может работать.',
  choices: () => [
    ['add', 'создаёт учётную запись (--type, --email); пароль — первая строка ввода'],
    ['factor', 'новый второй фактор для --email, с --off никакого'],
    ['remove-demo', 'удаляет учётные записи и случаи демонстрации'],
  ],
  options: {
    type: { value: 'ТИП', about: 'doctor, patient, editor или admin' },
    email: { value: 'АДРЕС', about: 'почта учётной записи' },
    verified: { about: 'врач проверен' },
    off: { about: 'снять второй фактор' },
  },
} as const satisfies Usage;

/**
 * `npm run user -- add …`: creates a confirmed account, `-- factor …` a second factor, `-- remove-demo` removes
 * the demonstration; also during operation.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, usage);
  const [action] = positionals;
  const { type, email, verified: isVerified, off: isOff } = values;
  if (action === 'remove-demo' && !type && !email) return await removeDemo();
  if (action === 'factor' && email && !type && !isVerified) return await setFactor(email, isOff);
  if (action !== 'add' || !type || !email || isOff)
    throw new OperatorError(
      'Действия: add --type ТИП --email АДРЕС [--verified], factor --email АДРЕС [--off], remove-demo (npm run user -- --help).',
    );
  const given = await readPassword();
  const password = given ?? makePassword();
  const settings = readSettings();
  await using database = await openDatabase(settings);
  await makeAccount({ type, email, password, isVerified }, createContext({ settings, database }));
  console.log(`Учётная запись создана: ${email} (${type}${isVerified ? ', проверен' : ''})`);
  if (given === undefined) console.log(`Пароль, показан один раз: ${password}`);
}

/** For lost phones: an only administrator has no other help. */
async function setFactor(email: string, isOff: boolean): Promise<void> {
  const settings = readSettings();
  await using database = await openDatabase(settings);
  const factor = await resetFactorByOperator({ email, isOff }, createContext({ settings, database }));
  console.log(`Второй фактор ${factor ? 'заменён' : 'снят'}: ${email}; все входы завершены`);
  if (factor) console.log(`Ключ, показан один раз: ${factor.secret}\n${factor.uri}`);
}

async function removeDemo(): Promise<void> {
  const settings = readSettings();
  await using database = await openDatabase(settings);
  const { accounts, cases } = await removeDemonstration(createContext({ settings, database }));
  console.log(
    accounts + cases === 0
      ? 'Демонстрации нет: удалять нечего.'
      : `Демонстрация удалена: учётных записей ${accounts}, случаев ${cases}, и всё, что эти записи написали. Правки каталога остались в истории материалов.`,
  );
}

/**
 * First line of piped input; for a terminal, or after five seconds without input, a password is generated.
 */
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

/** Letters that no typeface confuses; 25 of them hold 120 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const makePassword = () =>
  Array.from({ length: 5 }, () =>
    Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');
