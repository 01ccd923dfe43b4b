import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyAudit } from '#server/audit/verify.ts';
import { appendToAudit } from '#server/audit/write.ts';
import { openDatabase, type Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';

const rows = 100_000;
const longest = 5;

/** The audit of this portal holds, and a chain of 100,000 rows tells each row that was changed, removed or put in. */
export async function prove(): Promise<boolean> {
  const own = await proveOwn();
  const folder = await mkdtemp(path.join(tmpdir(), 'register-audit-'));
  const database = await openDatabase({ DATA_DIR: folder });
  try {
    await fill(database);
    const isFast = await proveSpeed(database);
    const areFound = await proveTampering(database);
    return own && isFast && areFound;
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function proveOwn(): Promise<boolean> {
  const database = await openDatabase(readSettings());
  try {
    const { rows: count, head, problems } = await verifyAudit(database.kysely);
    console.log(`Журнал этого портала: строк ${count}, последняя ${head.slice(0, 16) || '—'}`);
    for (const { what } of problems) console.log(`  ${what}`);
    return problems.length === 0;
  } finally {
    await database.close();
  }
}

async function fill(database: Database): Promise<void> {
  const at = new Date().toISOString();
  const entry = (index: number) => ({
    at,
    deed: 'published',
    record_id: null,
    user_id: null,
    actor_id: null,
    ip: '192.0.2.1',
    agent: 'proof',
    details: `правка ${index}`,
  });
  await database.transaction((tx) =>
    appendToAudit(
      tx,
      Array.from({ length: rows }, (_, index) => entry(index)),
    ),
  );
}

async function proveSpeed(database: Database): Promise<boolean> {
  const startedAt = performance.now();
  const { problems } = await verifyAudit(database.kysely);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `Проверка ${rows.toLocaleString('ru')} строк: ${seconds.toFixed(2)} с (не дольше ${longest} с)`,
  );
  return problems.length === 0 && seconds <= longest;
}

/** Each hand in the database is undone before the next, so that it alone is found. */
async function proveTampering(database: Database): Promise<boolean> {
  const change = (deed: (tx: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<unknown>) =>
    database.transaction(async (tx) => void (await deed(tx)));
  const kept = await database.kysely
    .selectFrom('audit')
    .selectAll()
    .where('id', '=', 50_000)
    .executeTakeFirstOrThrow();
  const restore = () =>
    change(async (tx) => {
      await tx
        .deleteFrom('audit')
        .where('id', 'in', [kept.id, rows + 1])
        .execute();
      await tx.insertInto('audit').values(kept).execute();
    });
  const hands: { name: string; row: number; deed: () => Promise<void> }[] = [
    {
      name: 'изменена строка',
      row: kept.id,
      deed: () =>
        change((tx) => tx.updateTable('audit').set({ details: 'иначе' }).where('id', '=', kept.id).execute()),
    },
    {
      name: 'изменено время',
      row: kept.id,
      deed: () =>
        change((tx) => tx.updateTable('audit').set({ at: '2000-01-01' }).where('id', '=', kept.id).execute()),
    },
    {
      name: 'удалена строка',
      row: kept.id + 1,
      deed: () => change((tx) => tx.deleteFrom('audit').where('id', '=', kept.id).execute()),
    },
    {
      name: 'вставлена строка',
      row: rows + 1,
      deed: () =>
        change((tx) =>
          tx
            .insertInto('audit')
            .values({ ...kept, id: rows + 1 })
            .execute(),
        ),
    },
  ];
  let isWhole = true;
  for (const { name, row, deed } of hands) {
    await deed();
    const { problems } = await verifyAudit(database.kysely);
    const isFound = problems.some(({ id }) => id === row);
    console.log(`${isFound ? 'найдено' : 'НЕ НАЙДЕНО'}: ${name} → ${problems[0]?.what ?? 'ничего'}`);
    isWhole &&= isFound;
    await restore();
  }
  return isWhole && (await verifyAudit(database.kysely)).problems.length === 0;
}
