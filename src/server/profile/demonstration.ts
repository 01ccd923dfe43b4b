import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { caseContent, type CaseContentInput } from '#contract/forms/cases.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { giveCodes, newFactorSecret, putFactor } from '../account/factor-codes.ts';
import { hashPassword } from '../account/passwords.ts';
import { addUser, setTerms } from '../account/users.ts';
import { audit } from '../audit/audit.ts';
import { newSecret } from '../base/secret.ts';
import { areasOf, insertCase } from '../cases/author-actions.ts';
import { readContent } from '../cases/content.ts';
import { addEvent } from '../cases/events.ts';
import { indexCase, publishCase, unpublishCase } from '../cases/publication.ts';
import { findIds } from '../catalogue/store.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { sweepLetters } from '../mail/disk.ts';
import type { Context } from '../request/context.ts';
import { createUploads } from '../uploads/uploads.ts';
import { forgetPerson } from './privacy.ts';

/** Invented patients, one a disease, with textbook courses. */
interface Example {
  orpha: number;
  content: CaseContentInput;
}

const file = new URL('demonstration.json', import.meta.url);
export const readExamples = async (): Promise<Example[]> =>
  JSON.parse(await readFile(file, 'utf8')) as Example[];

export interface DemoAccount {
  email: string;
  /** Shown once. */
  password: string;
  /** Role of the account, in a word or two. */
  role: string;
  /** One-time codes in place of the second factor, of those who need one. */
  codes: string[];
}

const accounts = [
  { email: 'vrach@demo.example', type: 'doctor', role: 'врач' },
  { email: 'partner@demo.example', type: 'patient', role: 'партнёр' },
  { email: 'redaktor@demo.example', type: 'editor', role: 'редактор' },
  { email: 'administrator@demo.example', type: 'admin', role: 'администратор' },
] as const;
const emails = accounts.map(({ email }) => email);

/**
 * Shows invented cases in demonstration mode and hides them otherwise, in lists and search; they are never
 * counted. Returns warnings about a demonstration that is left behind.
 */
export async function fitDemonstration(database: Database, isDemo: boolean): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('cases')
    .selectAll()
    .where('demo', '=', 1)
    .where('shown', 'is not', null)
    .where('state', '!=', 'archived')
    .where('published', '=', isDemo ? 0 : 1)
    .execute();
  if (rows.length > 0)
    await database.transaction(async (tx) => {
      for (const row of rows) {
        if (!isDemo || row.shown === null) {
          await unpublishCase(tx, row);
          continue;
        }
        await tx.updateTable('cases').set({ published: 1 }).where('id', '=', row.id).execute();
        await indexCase(tx, row, readContent(row.shown));
      }
    });
  if (isDemo || !(await hasAccounts(database))) return [];
  return ['В базе остались учётные записи демонстрации: уберите их командой npm run user -- remove-demo.'];
}

const hasAccounts = async ({ kysely }: Database): Promise<boolean> =>
  (await kysely.selectFrom('users').select('id').where('email_key', 'in', emails).executeTakeFirst()) !==
  undefined;

/** Creates accounts and cases of a demonstration; none when they are there already. */
export async function addDemonstration({
  database,
  now,
  passwordCost,
  settings,
}: Pick<Context, 'database' | 'now' | 'passwordCost' | 'settings'>): Promise<DemoAccount[]> {
  if (await hasAccounts(database)) return [];
  const examples = await readExamples();
  const people = await Promise.all(
    accounts.map(async (account) => {
      const password = newSecret().slice(0, 24);
      return { ...account, password, hash: await hashPassword(password, passwordCost) };
    }),
  );
  return await database.transaction(async (tx) => {
    const at = now();
    const made: DemoAccount[] = [];
    let author = 0;
    for (const { email, type, role, password, hash } of people) {
      const { id } = await addUser(tx, {
        type,
        email,
        last_name: 'Демонстрационный',
        name: 'Пример',
        password: hash,
        confirmed_at: at.toISOString(),
        verified_at: type === 'doctor' ? at.toISOString() : null,
        created_at: at.toISOString(),
        ...(type === 'patient' ? { company: 'Демонстрационный пример' } : { med: 'Демонстрационный пример' }),
      });
      await audit(tx, { now }, 'account made', { userId: id, details: `${type}, демонстрация` });
      let codes: string[] = [];
      if (type === 'editor' || type === 'admin') {
        await putFactor(tx, { userId: id, secret: newFactorSecret(), at, settings });
        codes = await giveCodes(tx, id, settings);
      }
      if (type === 'doctor') {
        author = id;
        await setTerms(tx, id, { specialization_id: ['genetika'] });
      }
      made.push({ email, role, password, codes });
    }
    await addExamples(tx, examples, { author, at });
    return made;
  });
}

async function addExamples(
  tx: WriteTransaction,
  examples: readonly Example[],
  { author, at }: { author: number; at: Date },
): Promise<void> {
  const diseases = await findIds(
    tx,
    kindsByName.disease.name,
    examples.map(({ orpha }) => `ORPHA:${orpha}`),
  );
  for (const [index, { orpha, content }] of examples.entries()) {
    const id = diseases.get(`ORPHA:${orpha}`);
    const found = id === undefined ? [] : [id];
    const written = new Date(at.getTime() - (index + 1) * 86_400_000);
    const row = await insertCase(tx, {
      userId: author,
      content: z.parse(caseContent, { ...content, areas: await areasOf(tx, found), diseases: found }),
      at: written,
      demo: 1,
    });
    await addEvent(tx, row.id, { action: 'created', side: 'author' }, written, author);
    await publishCase(tx, row, { at: written, editorId: null });
    await addEvent(tx, row.id, { action: 'published', side: 'editor' }, written);
  }
}

/**
 * Erases the accounts, the invented cases and everything else that these accounts wrote, other cases and
 * comments included. Records that a demonstration editor changed keep the change, without a name. Returns the
 * number of accounts and cases.
 */
export async function removeDemonstration(
  context: Pick<Context, 'database' | 'now' | 'settings'>,
): Promise<{ accounts: number; cases: number }> {
  const { database, now } = context;
  const { files, letters, removed } = await database.transaction(async (tx) => {
    const at = now();
    const people = await tx.selectFrom('users').selectAll().where('email_key', 'in', emails).execute();
    const ids = people.map(({ id }) => id);
    const cases = await tx
      .selectFrom('cases')
      .select('id')
      .where((eb) => eb.or([eb('demo', '=', 1), ...(ids.length > 0 ? [eb('user_id', 'in', ids)] : [])]))
      .execute();
    const caseIds = cases.map(({ id }) => id);
    for (const row of cases) await unpublishCase(tx, row);
    const uploads = await tx
      .selectFrom('uploads')
      .select('file')
      .where('user_id', 'in', [0, ...ids])
      .execute();
    const figures = await tx
      .selectFrom('case_files')
      .select('file')
      .where('case_id', 'in', [0, ...caseIds])
      .execute();
    await tx
      .deleteFrom('cases')
      .where('id', 'in', [0, ...caseIds])
      .execute();
    await tx
      .deleteFrom('case_answers')
      .where('user_id', 'in', [0, ...ids])
      .execute();
    const queued = await tx
      .selectFrom('outbox')
      .select(['id', 'kind'])
      .where('recipient', 'in', emails)
      .execute();
    for (const person of people) await forgetPerson(tx, person, at);
    return {
      files: [...uploads, ...figures],
      letters: queued,
      removed: { accounts: people.length, cases: cases.length },
    };
  });
  await createUploads(context).discard(files);
  await sweepLetters(context, { letters });
  await database.settle();
  return removed;
}
