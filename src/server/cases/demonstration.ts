import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { caseContent, type CaseContentInput } from '#contract/forms/cases.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { hashPassword } from '../account/passwords.ts';
import { newSecret } from '../base/secret.ts';
import { addUser, setTerms } from '../account/users.ts';
import { findIds } from '../catalogue/store.ts';
import type { Context } from '../request/context.ts';
import type { Database } from '../database/database.ts';
import { readContent } from './content.ts';
import { addEvent } from './events.ts';
import { unpublishCase, indexCase, publishCase } from './publication.ts';
import { insertCase } from './author-actions.ts';

/** Invented patients, one a disease, with textbook courses. */
interface Example {
  orpha: number;
  content: CaseContentInput;
}

const file = new URL('demonstration.json', import.meta.url);
export const readExamples = async (): Promise<Example[]> =>
  JSON.parse(await readFile(file, 'utf8')) as Example[];

interface DemoAccount {
  email: string;
  password: string;
  /** Role of the account, in a word or two. */
  role: string;
}

const accounts = [
  {
    email: 'vrach@demo.example',
    type: 'doctor',
    role: 'врач, подтверждён',
    last_name: 'Демонстрационный',
    isVerified: true,
  },
  {
    email: 'novyi-vrach@demo.example',
    type: 'doctor',
    role: 'врач, не подтверждён',
    last_name: 'Демонстрационный',
    isVerified: false,
  },
  {
    email: 'partner@demo.example',
    type: 'patient',
    role: 'партнёр',
    last_name: 'Демонстрационный',
    isVerified: false,
  },
  {
    email: 'redaktor@demo.example',
    type: 'editor',
    role: 'редактор',
    last_name: 'Демонстрационный',
    isVerified: false,
  },
] as const;

/**
 * Shows invented cases in demonstration mode and hides them otherwise, in lists and search; they are never
 * counted.
 */
export async function fitDemonstration(database: Database, isDemo: boolean): Promise<void> {
  const rows = await database.kysely
    .selectFrom('cases')
    .selectAll()
    .where('demo', '=', 1)
    .where('shown', 'is not', null)
    .where('state', '!=', 'archived')
    .where('published', '=', isDemo ? 0 : 1)
    .execute();
  if (rows.length === 0) return;
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
}

/** Creates accounts and cases of a demonstration, once; returns the passwords, which are not shown again. */
export async function addDemonstration({
  database,
  now,
  passwordCost,
}: Pick<Context, 'database' | 'now' | 'passwordCost'>): Promise<DemoAccount[]> {
  const db = database.kysely;
  const known = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', accounts[0].email)
    .executeTakeFirst();
  if (known) return [];
  const examples = await readExamples();
  const secrets = await Promise.all(
    accounts.map(async ({ email, role }) => {
      const password = newSecret().slice(0, 24);
      return { email, role, password, hash: await hashPassword(password, passwordCost) };
    }),
  );
  await database.transaction(async (tx) => {
    const at = now();
    const moment = at.toISOString();
    let author = 0;
    for (const [index, { email, type, last_name, isVerified }] of accounts.entries()) {
      const user = await addUser(tx, {
        type,
        email,
        last_name,
        name: 'Пример',
        password: secrets[index]?.hash ?? null,
        confirmed_at: moment,
        verified_at: isVerified ? moment : null,
        created_at: moment,
        ...(type === 'patient' ? { company: 'Демонстрационный пример' } : { med: 'Демонстрационный пример' }),
      });
      if (isVerified) {
        author = user.id;
        await setTerms(tx, user.id, 'specialization_id', ['genetika']);
      }
    }
    const diseases = await findIds(
      tx,
      kindsByName.disease.name,
      examples.map(({ orpha }) => `ORPHA:${orpha}`),
    );
    for (const [index, { orpha, content }] of examples.entries()) {
      const id = diseases.get(`ORPHA:${orpha}`);
      const areas = id === undefined ? [] : await areasOf(tx, id);
      const written = new Date(at.getTime() - (index + 1) * 86_400_000);
      const row = await insertCase(tx, {
        userId: author,
        content: z.parse(caseContent, { ...content, areas, diseases: id === undefined ? [] : [id] }),
        at: written,
        demo: 1,
      });
      await addEvent(tx, { id: row.id, action: 'created', side: 'author', actorId: author, at: written });
      await publishCase(tx, row, { at: written, editorId: null });
      await addEvent(tx, { id: row.id, action: 'published', side: 'editor', actorId: null, at: written });
    }
  });
  return secrets.map(({ email, role, password }) => ({ email, role, password }));
}

async function areasOf(db: Pick<Database['kysely'], 'selectFrom'>, id: number): Promise<string[]> {
  const row = await db.selectFrom('records').select('data').where('id', '=', id).executeTakeFirst();
  return ((JSON.parse(row?.data ?? '{}') as { areas?: string[] }).areas ?? []).slice(0, 10);
}
