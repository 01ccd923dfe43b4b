import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getKind, publicKinds, valuesAt, type State } from '#domain/kinds/index.ts';
import { filesThatDiffer, isTrue } from '#publisher/compare.ts';
import { compile } from '#publisher/compiled.ts';
import { openPublisher, type Publisher } from '#publisher/publish.ts';
import { fileOf, siteFolders } from '#publisher/release.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { writeRecord, type Draft } from '#server/catalogue/store.ts';
import type { Database } from '#server/database/database.ts';
import { importFile } from '#server/import/run.ts';
import { startServer } from '#server/main.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { measured, type Row } from './table/row.ts';

const siteUrl = 'https://register.example';
const starter = path.join(import.meta.dirname, '../../src/starter');

/** Published records of each kind at the start: enough for lists of several pages, few enough to compare all of them. */
const publishedAtFirst = 5;

/**
 * After random edits of the catalogue, each published on its own, the published directory is what a full render gives,
 * byte for byte.
 */
export async function prove(isLong: boolean): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-proof-'));
  const settings = readSettings({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' });
  try {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    const result = await editAtRandom(settings, {
      seed,
      edits: Number(process.env['EDITS'] ?? (isLong ? 10_000 : 300)),
      every: isLong ? 10 : 1,
      onEdit: (done) => done % 100 === 0 && console.log(`правок ${done}`),
    });
    for (const { edit, file } of result.differences.slice(0, 20)) console.log(`НЕТ ${file} после: ${edit}`);
    return [
      measured(
        {
          target: 'G-5',
          figure: `правок ${result.edits} (зерно ${seed}), сравнений ${result.comparisons}, в них страниц ${result.compared}, построено ${result.rendered}, отличий ${result.differences.length}`,
          goal: 'после любых правок сайт байт в байт как построенный заново',
          command: `SEED=${seed} npm run proof -- exactness`,
        },
        result.differences.length === 0,
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface Exactness {
  edits: number;
  comparisons: number;
  /** Pages that were compared, and those that were rendered because of an edit. */
  compared: number;
  rendered: number;
  differences: { edit: string; file: string }[];
}

/**
 * Makes so many edits of every kind and field, and compares after every so many. A comparison empties the publisher's
 * memory: with several edits between two, what it remembers is tried, too.
 */
export async function editAtRandom(
  settings: Settings,
  {
    seed,
    edits,
    every = 1,
    onEdit = () => {},
  }: {
    seed: number;
    edits: number;
    every?: number;
    onEdit?: (done: number) => void;
  },
): Promise<Exactness> {
  const server = await startServer({ settings });
  const publisher = openPublisher({
    source: catalogueSource(server.context),
    dataDir: settings.DATA_DIR,
    siteUrl,
  });
  try {
    await loadDrafts(server.database, settings.DATA_DIR);
    const editor = await makeEditor(server.database, seed);
    await editor.publishSome();
    await publisher.publish();
    const { client } = await compile(siteUrl);
    const result: Exactness = { edits: 0, comparisons: 0, compared: 0, rendered: 0, differences: [] };
    const since: string[] = [];
    while (result.edits < edits && result.differences.length === 0) {
      const edit = await editor.edit();
      const published = await publisher.publish();
      if (published.state === 'published') result.rendered += published.rendered;
      result.edits += 1;
      since.push(edit);
      onEdit(result.edits);
      if (result.edits % every !== 0 && result.edits < edits) continue;
      const { compared, differing } = await compareAll(publisher, settings.DATA_DIR, client);
      result.comparisons += 1;
      result.compared += compared;
      const latest = since.splice(0).join('; ');
      result.differences.push(...differing.map((file) => ({ edit: latest, file })));
    }
    return result;
  } finally {
    publisher.close();
    await server.close();
  }
}

/** The starter catalogue with nothing of it published yet: a store of values for every field. */
async function loadDrafts(database: Database, folder: string): Promise<void> {
  const drafts = path.join(folder, 'drafts');
  await cp(starter, drafts, { recursive: true });
  for (const name of readdirSync(drafts).filter((file) => file.endsWith('.ndjson'))) {
    const lines = readFileSync(path.join(drafts, name), 'utf8').trim().split('\n');
    const unpublished = lines.map((line) => {
      const record = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify('state' in record || 'data' in record ? { ...record, state: 'draft' } : record);
    });
    await writeFile(path.join(drafts, name), unpublished.join('\n'));
  }
  await importFile(database, { format: 'records', input: drafts });
}

/** Every page rendered anew beside the one that is published. */
async function compareAll(
  publisher: Publisher,
  dataDir: string,
  client: string,
): Promise<{ compared: number; differing: string[] }> {
  const site = await publisher.site();
  // What is compared with owes nothing to what the publisher remembers.
  site.forget();
  const folder = path.join(siteFolders(dataDir).current, '.');
  const addresses: string[] = [];
  for (const route of site.routes()) addresses.push(...(await site.addressesOf(route)).addresses);
  const differing: string[] = [];
  for (const address of addresses) {
    const { bytes } = await site.render(address);
    if (!isTrue(path.join(folder, fileOf(address)), bytes)) differing.push(fileOf(address));
  }
  const all = await filesThatDiffer({ folder, client, pages: addresses.map(fileOf), differing });
  return { compared: addresses.length, differing: all };
}

interface Stored {
  id: number;
  kind: string;
  state: string;
  data: Record<string, unknown>;
}

/** Somebody who changes whatever can be changed; the same seed gives the same changes. */
async function makeEditor(database: Database, seed: number) {
  let state = seed >>> 0 || 1;
  /** mulberry32 */
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[below(list.length)];
  const stored = await database.kysely
    .selectFrom('records')
    .select(['id', 'kind', 'state', 'data'])
    .orderBy('id')
    .execute();
  const rows = new Map<number, Stored>(
    stored.map((row) => [row.id, { ...row, data: JSON.parse(row.data) as Stored['data'] }]),
  );
  /** What the fields of each kind have ever held. */
  const store = stored.map((row) => ({ kind: row.kind, data: JSON.parse(row.data) as Stored['data'] }));
  const kinds = publicKinds.map(({ name }) => name);
  const of = (kind: string, isPublished: boolean) =>
    [...rows.values()].filter((row) => row.kind === kind && (row.state === 'published') === isPublished);
  const alphabet = 'АБВГДЕЁЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯabcdefz0123456789«';
  const title = () => {
    const letter = alphabet[below(alphabet.length)] ?? 'А';
    return `${letter}${['олезнь', 'индром', ' <b>&amp;</b> «кавычки»', 'ефицит', '-тип'][below(5)]} ${below(1e6)}`;
  };
  let number = 0;
  let day = Date.parse('2026-11-21T09:00:00Z');

  async function write(draft: Omit<Draft, 'origins' | 'author'>): Promise<void> {
    // Days go by, so that what says when it changed changes.
    day += below(4) * 9 * 3600_000;
    const written = await database.transaction((tx) =>
      writeRecord(tx, { ...draft, origins: 'editor', author: 'proof' }, new Date(day)),
    );
    const row = await database.kysely
      .selectFrom('records')
      .select(['id', 'kind', 'state', 'data'])
      .where('id', '=', written.id)
      .executeTakeFirstOrThrow();
    rows.set(row.id, { ...row, data: JSON.parse(row.data) as Stored['data'] });
  }

  /** A value that the field may have: another record's, a new title, other links, or none. */
  function valueFor(kindName: string, field: string): unknown {
    const kind = getKind(kindName);
    number += 1;
    if (field === 'title') return title();
    if (field === 'code') return `code-${number}`;
    if (field === kind.external?.field)
      return typeof valuesAt(store.find((one) => one.kind === kindName)?.data, field)[0] === 'number'
        ? 5_000_000 + number
        : undefined;
    const target = kind.links[field];
    if (target) {
      const ids = [...rows.values()].filter((row) => row.kind === target).map(({ id }) => id);
      const several = [...new Set(Array.from({ length: below(4) }, () => pick(ids)!))];
      const isList = store.some(({ kind: name, data }) => name === kindName && Array.isArray(data[field]));
      return isList ? several : undefined;
    }
    const values = store.filter((one) => one.kind === kindName).map((one) => one.data[field]);
    return random() < 0.15 ? null : pick(values);
  }

  async function change(kind: string): Promise<string> {
    const row = pick(of(kind, true));
    if (!row) return await add(kind);
    const names = Object.keys(getKind(kind).fields.shape);
    const fields = Object.fromEntries(
      Array.from({ length: 1 + below(2) }, () => pick(names)!).map((name) => [name, valueFor(kind, name)]),
    );
    if (kind !== 'page' && 'code' in fields) delete fields['code'];
    return await attempt(`${kind} ${row.id}: ${JSON.stringify(fields).slice(0, 200)}`, {
      kind,
      id: row.id,
      fields,
    });
  }

  async function add(kind: string): Promise<string> {
    const unpublished = pick(of(kind, false));
    if (unpublished && random() < 0.6)
      return await attempt(`${kind} ${unpublished.id}: published`, {
        kind,
        id: unpublished.id,
        fields: {},
        state: 'published',
      });
    const model = pick(store.filter((one) => one.kind === kind));
    if (!model) return 'nothing';
    const { external } = getKind(kind);
    const fields: Record<string, unknown> = { ...model.data, title: title() };
    number += 1;
    if (external)
      fields[external.field] =
        typeof model.data[external.field] === 'number' ? 6_000_000 + number : `new-${number}`;
    if (fields['code'] !== undefined) fields['code'] = `new-${number}`;
    return await attempt(`${kind}: new`, { kind, fields, state: 'published' });
  }

  async function remove(kind: string): Promise<string> {
    const row = pick(of(kind, true));
    if (!row) return await add(kind);
    const successor = random() < 0.5 ? pick(of(kind, true))?.id : undefined;
    const to: State = random() < 0.7 ? 'archived' : 'draft';
    return await attempt(`${kind} ${row.id}: ${to}, successor ${successor}`, {
      kind,
      id: row.id,
      fields: {},
      state: to,
      successor: successor === row.id ? null : (successor ?? null),
    });
  }

  async function review(kind: string): Promise<string> {
    const row = pick(of(kind, true));
    if (!row) return await add(kind);
    const source = { title: `Источник ${below(1000)}`, date: '2026-11-20', fields: ['title'] };
    return await attempt(`${kind} ${row.id}: reviewed, sources`, {
      kind,
      id: row.id,
      fields: {},
      reviewed_at: '2026-11-21',
      reviewer: 'Редакция',
      review_due: `202${7 + below(3)}-01-01`,
      sources: Array.from({ length: below(3) }, () => source),
    });
  }

  /** What does not fit is refused, as an editor is; that too is an edit, of nothing. */
  async function attempt(said: string, draft: Omit<Draft, 'origins' | 'author'>): Promise<string> {
    try {
      await write(draft);
      return said;
    } catch (error) {
      if ((error as Error).name !== 'RecordProblem') throw error;
      return `${said} (refused: ${(error as Error).message})`;
    }
  }

  async function editOnce(): Promise<string> {
    const kind = pick(kinds)!;
    const die = random();
    if (die < 0.6) return await change(kind);
    if (die < 0.75) return await add(kind);
    if (die < 0.9) return await remove(kind);
    return await review(kind);
  }

  return {
    async publishSome(): Promise<void> {
      for (const kind of kinds)
        for (const row of of(kind, false).slice(0, publishedAtFirst))
          await write({ kind, id: row.id, fields: {}, state: 'published' });
      // Lists of several pages: of the newest, and from А to Я.
      for (const [kind, count] of [
        ['news', 40],
        ['disease', 58],
      ] as const)
        for (let more = 0; more < count; more += 1) await add(kind);
    },
    /** One change, or several that are published together. */
    async edit(): Promise<string> {
      const count = random() < 0.8 ? 1 : 2 + below(4);
      const said: string[] = [];
      for (let more = 0; more < count; more += 1) said.push(await editOnce());
      return said.join('; ');
    },
  };
}
