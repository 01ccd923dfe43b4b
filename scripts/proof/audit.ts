import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { sealRow } from '#server/base/chain.ts';
import { headOf, headText, parseHead, type Head } from '#server/audit/heads.ts';
import { verifyAudit } from '#server/audit/verify.ts';
import { appendToAudit } from '#server/audit/append.ts';
import { openDatabase, type Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { measured, type Row } from './common/measured.ts';

const rows = 100_000;
const maxSeconds = 5;
const target = 'F-3';

/**
 * This portal's audit log is valid and continues the given heads (`5614:3f9a…`); and in a chain of 100,000 rows each changed, removed or inserted row is found, also after rehashing without the
 * key.
 */
export async function prove(_isLong: boolean, given: readonly string[] = []): Promise<Row[]> {
  const own = await proveOwn(
    given.map((text) => {
      const head = parseHead(text);
      if (!head)
        throw new OperatorError(`Голова журнала пишется так: 5614:3f9a…, не меньше 16 знаков: ${text}`);
      return head;
    }),
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'register-audit-'));
  const database = await openDatabase({ DATA_DIR: folder });
  try {
    await fill(database);
    return [own, await proveSpeed(database), await proveTampering(database)];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const keyWords = {
  keyed: 'под ключом',
  unkeyed: 'без ключа',
  missing: 'под ключом, которого здесь нет: проверить нельзя',
};

async function proveOwn(given: Head[]): Promise<Row> {
  const settings = readSettings();
  const database = await openDatabase(settings);
  try {
    const verifying = { keys: database.auditKeys, heads: given };
    const { rows: count, key, problems } = await verifyAudit(database.kysely, verifying);
    const head = await headOf(database.kysely);
    if (head) console.log(`Голова: ${headText(head)}`);
    const figure = `журнал этого портала: строк ${count}, ${keyWords[key]}, сверено голов ${given.length}, замечаний ${problems.length}`;
    return measured(
      { target, figure, goal: 'цепочка цела' },
      problems.length === 0,
      problems.map(({ what }) => what),
    );
  } finally {
    await database.close();
  }
}

async function fill(database: Database): Promise<void> {
  const at = new Date().toISOString();
  const entry = (index: number) => ({
    at,
    action: 'published',
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

async function proveSpeed(database: Database): Promise<Row> {
  const startedAt = performance.now();
  const { problems } = await verifyAudit(database.kysely, { keys: database.auditKeys });
  const seconds = (performance.now() - startedAt) / 1000;
  const figure = `проверка ${rows.toLocaleString('ru')} строк: ${seconds.toFixed(2)} с`;
  const isFast = problems.length === 0 && seconds <= maxSeconds;
  return measured({ target, figure, goal: `не дольше ${maxSeconds} с` }, isFast);
}

/** Each manipulation is reverted before the next. */
async function proveTampering(database: Database): Promise<Row> {
  const change = (action: (tx: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<unknown>) =>
    database.transaction(async (tx) => void (await action(tx)));
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
  const hands: { name: string; row: number; action: () => Promise<void> }[] = [
    {
      name: 'изменена строка',
      row: kept.id,
      action: () =>
        change((tx) => tx.updateTable('audit').set({ details: 'иначе' }).where('id', '=', kept.id).execute()),
    },
    {
      name: 'изменено время',
      row: kept.id,
      action: () =>
        change((tx) => tx.updateTable('audit').set({ at: '2000-01-01' }).where('id', '=', kept.id).execute()),
    },
    {
      name: 'удалена строка',
      row: kept.id + 1,
      action: () => change((tx) => tx.deleteFrom('audit').where('id', '=', kept.id).execute()),
    },
    {
      name: 'вставлена строка',
      row: rows + 1,
      action: () =>
        change((tx) =>
          tx
            .insertInto('audit')
            .values({ ...kept, id: rows + 1 })
            .execute(),
        ),
    },
  ];
  let isWhole = await proveForgery(database);
  for (const { name, row, action } of hands) {
    await action();
    const { problems } = await verifyAudit(database.kysely, { keys: database.auditKeys });
    const isFound = problems.some(({ id }) => id === row);
    console.log(`${isFound ? 'найдено' : 'НЕ НАЙДЕНО'}: ${name} → ${problems[0]?.what ?? 'ничего'}`);
    isWhole &&= isFound;
    await restore();
  }
  const { problems } = await verifyAudit(database.kysely, { keys: database.auditKeys });
  const figure = `чужих рук ${hands.length + 1}, названа каждая: ${isWhole ? 'да' : 'нет'}`;
  return measured(
    { target, figure, goal: 'изменённая строка названа, и подделка всей цепочки тоже' },
    isWhole && problems.length === 0,
  );
}

/** Changes a row and rehashes the rest by the public rule, as anyone with write access can. */
async function proveForgery(database: Database): Promise<boolean> {
  class Undone extends Error {}
  let first: string | undefined;
  await database
    .transaction(async (tx) => {
      let last = '';
      for (const row of await tx.selectFrom('audit').selectAll().orderBy('id').execute()) {
        const { id, salt } = row;
        const changed = id === rows - 1000 ? { ...row, ip: '203.0.113.9' } : row;
        const sealed = sealRow(changed, last, salt ?? '');
        last = sealed.hash;
        if (id < rows - 1000) continue;
        await tx
          .updateTable('audit')
          .set({ ip: changed.ip, ...sealed })
          .where('id', '=', id)
          .execute();
      }
      const { problems } = await verifyAudit(tx, { keys: database.auditKeys });
      first = problems[0]?.what;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  console.log(
    `${first ? 'найдено' : 'НЕ НАЙДЕНО'}: журнал переписан заново без ключа → ${first ?? 'ничего'}`,
  );
  return first !== undefined;
}
