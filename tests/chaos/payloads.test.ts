import path from 'node:path';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { test } from 'vitest';
import type { Digest } from '#contract/subscriptions.ts';
import { getKind, publicKinds, source, type Kind, type Source } from '#domain/kinds/index.ts';
import { followed } from '#domain/subscriptions.ts';
import { startOnDemandRenderer } from '#publisher/on-demand.ts';
import { previewPage } from '#publisher/publish.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { putTerms } from '#server/catalogue/terms.ts';
import { markup } from '../sample/markup.ts';
import { browserFlags, ensureBrowser, findBrowser } from '../../scripts/check/browser.ts';
import { findUnreadable } from '../../scripts/check/machines.ts';
import { findFreePort } from '../../scripts/check/product.ts';
import { emptyTour, travel, type Tour, type PayloadBrowser } from './payloads/browse.ts';
import { formulasIn, pagesWith } from './payloads/files.ts';
import { createFiller, type Filler } from './payloads/fill.ts';
import { addSignedIn } from '../sample/people.ts';
import { openSmallPortal, type SmallPortal } from './harness/portal.ts';
import { expectKept, isLong } from './harness/promise.ts';

/**
 * E-1 for the catalogue: texts that would be script as markup are in every text field of every public kind,
 * raw as from an import, and cleaned as from the desk. Every place that shows them is opened in Chromium and
 * compared with harmless texts; files are parsed. RECORDS=N sets the records of each kind.
 */
test('E-1 texts that would be script run nowhere', async () => {
  ensureBrowser();
  const count = Number(process.env['RECORDS'] ?? (isLong ? 50 : 2));
  const port = String(await findFreePort());
  const origin = `http://localhost:${port}`;
  const portal = await openSmallPortal({ PORT: port, HOST: 'localhost', SITE_URL: origin });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  // Filtered lists, results and files beside pages.
  const renderer = startOnDemandRenderer({ dataDir: portal.settings.DATA_DIR });
  portal.server.context.renderer = renderer;
  try {
    portal.server.context.previews = { render: (record) => previewPage(portal.publisher, record) };
    const editor = await addSignedIn(portal, 'editor', 'editor@example.ru');
    const doctor = await addSignedIn(portal, 'doctor', 'doctor@example.ru');
    const call = caller(origin, editor.cookie);
    const links = linksOf(portal);
    const known = { links, picture: await uploadPicture(origin, editor.cookie) };
    for (const [kind, id] of [...Object.entries(links), ['area', 'metabolic'] as const])
      if ((followed as readonly string[]).includes(kind))
        await caller(origin, doctor.cookie)('/api/subscribes/add', {
          kind,
          id: String(id),
          frequency: 'now',
        });
    const allowed = new Set<string>();
    /** Fills the catalogue with these texts, publishes it and inspects it everywhere. */
    const see = async (texts: Texts, filler: Filler): Promise<{ tour: Tour; letter: string }> => {
      const written = await fillCatalogue(portal, { filler, records: texts.records });
      await fillNames(portal, texts, call);
      // Before it is sent some minutes later.
      const { letter } = await caller(origin, doctor.cookie)<Digest>('/api/subscribes/digest?frequency=now');
      await portal.publisher.publish();
      const tour = emptyTour();
      const look = { origin, allowed, tour, isInnocent: texts.isInnocent };
      const anonymous = await browser.newContext();
      const reader = await travel(anonymous, look);
      // Private pages redirect anonymous visitors to sign-in.
      const pages = (await pagesWith(siteOf(portal), texts.mark)).filter(
        (one) => !one.startsWith('/profile/'),
      );
      for (const address of texts.isInnocent ? oneOfEachShape(pages) : pages) await reader.client(address);
      const queries = texts.words.filter((_, index) => index % texts.every === 0);
      await searchFor(reader, queries);
      await narrow(reader, texts.words);
      await anonymous.close();
      const desk = await browser.newContext();
      const [name = '', value = ''] = editor.cookie.split('=');
      // The second cookie tells pages that there is a session.
      await desk.addCookies([
        { name, value, url: origin },
        { name: 'u', value: '1', url: origin },
      ]);
      await sitAtDesk(await travel(desk, look), written, { filler, call });
      await desk.close();
      return { tour, letter: letter?.html ?? '' };
    };
    const { tour: innocent } = await see(harmless, createFiller(harmless.words, known));
    // Places that fail without payloads prove nothing.
    if (innocent.broken.length > 0)
      throw new Error(`сломано и без вредных строк: ${innocent.broken.slice(0, 5).join('; ')}`);
    const payloads: Texts = {
      words: markup,
      mark: 'attacked',
      records: count,
      every: isLong ? 1 : 16,
      isInnocent: false,
    };
    const filler = createFiller(markup, known);
    const { tour, letter } = await see(payloads, filler);
    expectPages({ filler, tour, records: count });
    await expectFiles(portal, { cookie: editor.cookie, letter, mark: payloads.mark });
  } finally {
    await browser.close();
    await renderer.stop();
    await portal.close();
  }
});

/** Texts for a catalogue. */
interface Texts {
  words: readonly string[];
  /** Common part of all texts. */
  mark: string;
  records: number;
  /** Sampling interval of searches. */
  every: number;
  isInnocent: boolean;
}

/** Harmless texts, as a baseline. */
const harmless: Texts = {
  words: Array.from({ length: 40 }, (_, index) => `безобидное *слово* ${index}`),
  mark: 'безобидное',
  records: 1,
  every: 20,
  isInnocent: true,
};

function expectPages({ filler, tour, records }: { filler: Filler; tour: Tour; records: number }): void {
  const all = [...tour.runs, ...tour.violations, ...tour.unexpected, ...tour.broken];
  const had = [...filler.taken.values()];
  const put = new Set(had.flatMap((texts) => [...texts])).size;
  const fillings = had.reduce((sum, { size }) => sum + size, 0);
  expectKept(
    {
      figure: `строк ${put}, текстовых полей ${had.length}, сочетаний поля и строки ${fillings} (полей, где разрешён только код или день, ${filler.refused.size}), записей каждого вида ${records}; мест в Chromium ${tour.places}: запусков ${tour.runs.length}, отчётов политики ${tour.violations.length}, новых элементов ${tour.unexpected.length}, сломанных мест ${tour.broken.length}`,
      goal: 'от 300 строк: запусков, отчётов политики, новых элементов, сломанных мест 0',
    },
    all.length === 0 && put >= 300,
    all,
  );
}

/** Feeds, tables, sitemaps and structured data are parsed; a letter is checked by its elements. */
async function expectFiles(
  portal: SmallPortal,
  { cookie, letter, mark }: { cookie: string; letter: string; mark: string },
): Promise<void> {
  const { files, problems } = await findUnreadable(siteOf(portal));
  const listed = publicKinds.filter(({ name }) => name !== 'page');
  const tables = [...listed.map(({ api }) => `/api/${api}/list.csv`), '/api/editors/records.csv'];
  for (const [index, name] of tables.entries()) {
    // Separate networks, because file downloads are limited.
    const headers = { cookie, 'x-forwarded-for': `10.9.${index}.1` };
    const response = await fetch(new URL(name, portal.server.url), { headers });
    const table = await response.text();
    if (!response.ok) problems.push(`${name}: ${response.status}`);
    else problems.push(...formulasIn(table).map((cell) => `${name}: ${cell.slice(0, 80)}`));
  }
  const names = [...letter.replace(/="[^"]*"/g, '').matchAll(/<([a-z][\w-]*)/gi)].map(
    ([, name = '']) => name,
  );
  const unexpected = [...new Set(names)].filter((name) => !ofLetters.has(name));
  expectKept(
    {
      figure: `файлов для программ (RSS, CSV, JSON, карта сайта, JSON-LD) ${files + tables.length}: нечитаемых и с формулами ${problems.length}; в письме об изменениях упоминаний ${letter.split(mark).length - 1}, чужих элементов ${unexpected.length}`,
      goal: 'нечитаемых, формул и чужих элементов 0, письмо с этими строками есть',
    },
    problems.length + unexpected.length === 0 && letter.includes(mark),
    [...problems, ...unexpected.map((name) => `письмо: <${name}>`)],
  );
}

/** Allowed elements of letters. */
const ofLetters = new Set(
  'html head meta title style body table tbody tr td div p h1 h2 h3 a ul li br hr span strong img'.split(' '),
);

const siteOf = ({ settings }: SmallPortal) => path.join(settings.DATA_DIR, 'site/current');

/** The first of pages that differ by a number or letter. */
function oneOfEachShape(addresses: readonly string[]): string[] {
  const shapes = new Map<string, string>();
  for (const address of addresses) {
    const shape = address.replace(/\d+/g, '0').replace(/letter\/[^/]+/, 'letter');
    if (!shapes.has(shape)) shapes.set(shape, address);
  }
  return [...shapes.values()];
}

/** Texts outside records: the name of an area, a menu of the footer. */
async function fillNames({ server }: SmallPortal, { words }: Texts, call: Call): Promise<void> {
  await server.database.transaction((tx) =>
    putTerms(tx, 'therapeuticarea', [{ code: 'metabolic', title: words.slice(0, 5).join(' '), position: 1 }]),
  );
  const items = words.slice(0, 25).map((word) => ({ title: word.slice(0, 100), url: '/news/' }));
  await call('/api/editors/navigation/footer', { items: JSON.stringify(items) });
}

/** Sample records as link targets. */
function linksOf({ sample }: SmallPortal): Record<string, number> {
  const { gaucher, cerezyme, clinic, trial, diagnostic, guideline, event, project } = sample;
  return { disease: gaucher, drug: cerezyme, clinic, research: trial, diagnostic, guideline, event, project };
}

/** The address of a picture that is there: records may not name others. */
async function uploadPicture(origin: string, cookie: string): Promise<string> {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('title', 'Картинка');
  form.append('file', new File([new Uint8Array(bytes)], 'картинка.png'));
  const response = await fetch(new URL('/api/editors/files', origin), {
    method: 'POST',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    body: form,
  });
  const { data } = (await response.json()) as { data: { picture: string } };
  return data.picture;
}

interface Written {
  kind: Kind;
  id: number;
}

/** Published records of every public kind in two versions, so that histories list every field. */
async function fillCatalogue(
  { server, sample }: SmallPortal,
  { filler, records }: { filler: Filler; records: number },
): Promise<Written[]> {
  const written: Written[] = [];
  const common = { origins: 'editor', author: 'proof', state: 'published' } as const;
  for (const kind of publicKinds)
    for (let number = 0; number < records; number += 1)
      await server.database.transaction(async (tx) => {
        const draft = () => ({ ...common, kind: kind.name, ...recordOf(kind, filler) });
        const { id } = await writeRecord(tx, draft());
        const { fields, ...more } = draft();
        // Identifiers do not change.
        const { [kind.external?.field ?? '']: _, code: __, ...changed } = fields;
        await writeRecord(tx, { ...more, id, fields: changed });
        written.push({ kind, id });
      });
  // Followed records change too, for the letter.
  await server.database.transaction(async (tx) => {
    const { title, overview, therapy, synonyms } = recordOf(getKind('disease'), filler).fields;
    const fields = { title, synonyms, ...(overview ? { overview } : {}), ...(therapy ? { therapy } : {}) };
    await writeRecord(tx, { ...common, kind: 'disease', id: sample.gaucher, fields });
  });
  return written;
}

function recordOf(kind: Kind, filler: Filler) {
  const fields = filler.fill(kind.fields, kind.name) as Record<string, unknown>;
  const cited = filler.fill(source, 'source') as Source;
  const reason = filler.fill(kind.fields.shape['title']!, 'reason') as string;
  return {
    fields,
    sources: [{ ...cited, fields: ['title'] }],
    reason,
    reviewer: reason.slice(0, 100),
    reviewed_at: '2026-11-20',
  };
}

type Call = <Data>(address: string, fields?: Record<string, unknown>) => Promise<Data>;

function caller(origin: string, cookie: string): Call {
  return async <Data>(address: string, fields?: Record<string, unknown>) => {
    const response = await fetch(new URL(address, origin), {
      method: fields ? 'POST' : 'GET',
      headers: { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(fields ? { body: JSON.stringify(fields) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address}: ${response.status} ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: Data }).data;
  };
}

/** Overlay, results page and missing addresses, requested with the texts. */
async function searchFor(reader: PayloadBrowser, words: readonly string[]): Promise<void> {
  await reader.client('/drugs/', async (page) => {
    await page.keyboard.press('Control+k');
    const field = page.locator('dialog#search-overlay').getByRole('combobox');
    for (const word of words) {
      await field.fill(word.slice(0, 200));
      await quiet(page);
    }
  });
  for (const word of words) {
    const query = encodeURIComponent(word.slice(0, 200));
    await reader.client(`/search/?q=${query}`, quiet);
    await reader.client(`/${query}/`);
  }
}

/** Lists with invalid and valid filter values. */
async function narrow(reader: PayloadBrowser, words: readonly string[]): Promise<void> {
  for (const [index, kind] of publicKinds.entries()) {
    if (kind.name === 'page') continue;
    for (const [place, { field }] of kind.facets.entries()) {
      const word = words[(index * 7 + place) % words.length]!;
      await reader.client(`${kind.path}?${field}=${encodeURIComponent(word)}`, quiet);
    }
  }
}

/** Saves drafts with the texts through the API; opens form, diff, history and preview. */
async function sitAtDesk(
  editor: PayloadBrowser,
  written: readonly Written[],
  { filler, call }: { filler: Filler; call: Call },
): Promise<void> {
  const seen = new Set<string>();
  for (const { kind, id } of written) {
    const { fields, sources } = recordOf(kind, filler);
    // Records of the same name are one, whose draft is saved again.
    const { version, draft } = await call<{ version: number; draft: { version: number } | null }>(
      `/api/editors/records/${id}`,
    );
    await call(`/api/editors/records/${id}/draft`, {
      fields: JSON.stringify(fields),
      sources: JSON.stringify(sources),
      expected_version: draft?.version ?? 0,
      base_version: version,
    });
    const { url } = await call<{ url: string }>(`/api/editors/records/${id}/preview`, { hours: 1 });
    await editor.client(url);
    if (seen.has(kind.name)) continue;
    seen.add(kind.name);
    await editor.client(`/profile/editors/record/?id=${id}`, async (page) => {
      await page.locator('form.desk-form').waitFor();
      for (const title of ['Разница', 'История']) {
        await page.getByRole('tab', { name: title }).click();
        await quiet(page);
      }
      await page.locator('.desk-history > li').first().waitFor();
    });
  }
  for (const room of ['', 'records/', 'dictionaries/', 'log/'])
    await editor.client(`/profile/editors/${room}`, quiet);
}

/** Waits for the network; the desk's event stream never ends, so not for long. */
const quiet = async (page: Page) => {
  await page.waitForTimeout(150);
  await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined);
};
