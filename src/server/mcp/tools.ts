import { z } from 'zod';
import { codeRelations, systemTitles } from '#domain/codes.ts';
import { formatDay } from '#domain/dates.ts';
import { recordLines, sourceLines, textOf, type Titles } from '#domain/exports/markdown.ts';
import { addressOf, getKind, publicKinds, type AnyCard, type Kind } from '#domain/kinds/index.ts';
import { formatDistance } from '#domain/lists/near.ts';
import { routeOf, type Traveller } from '#domain/route.ts';
import { isSure } from '#domain/search/match-quality.ts';
import { researchStatus, vocabularies } from '#domain/vocabularies.ts';
import { filterRecords } from '../catalogue/list.ts';
import { getTerms, termTitles } from '../catalogue/terms.ts';
import { findConcepts, isMeant } from '../codes/codes.ts';
import type { Concept, Concepts } from '../codes/concepts.ts';
import { HttpError } from '../http-error.ts';
import type { Context } from '../request/context.ts';
import type { Ask } from './ask.ts';

export interface Toolbox {
  context: Context;
  ask: Ask;
  /** Charges what is asked beside the calls. */
  charge(cost: number): void;
  concepts: Concepts;
}

export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  description: string;
  input: Shape;
  run(toolbox: Toolbox, input: z.infer<z.ZodObject<Shape>>): Promise<string>;
}
const defineTool = <Shape extends z.ZodRawShape>(tool: Tool<Shape>) => tool as unknown as Tool;

const numberedKinds = publicKinds.filter(({ keyedBy }) => keyedBy !== 'code').map(({ name }) => name);
const disease = z.string().min(1).max(100).describe('Болезнь: название, ORPHA:355 или номер записи');
const subject = z
  .string()
  .max(100)
  .describe('Субъект Федерации: «Томская область», RU-TOM или код 70')
  .optional();
const age = z.number().int().min(0).max(120).describe('Возраст, полных лет');
const hpo = z.array(z.string()).max(30);

export const tools: readonly Tool[] = [
  defineTool({
    name: 'search',
    description: 'Поиск по каталогу: болезни, препараты, исследования, учреждения и другое',
    input: {
      query: z.string().min(2).max(100).describe('Слова или код'),
      kind: z
        .enum(publicKinds.map(({ name }) => name))
        .optional()
        .describe('Вид записей'),
    },
    async run(toolbox, { query, kind }) {
      const found = await toolbox.ask('GET /api/search', { query: { query, kind } });
      return answer(toolbox, [
        `Найдено: ${found.total}.${isSure({ match: found.match }) ? '' : ' Точного совпадения нет, это похожее.'}`,
        ...found.items.map(
          ({ what, title, hint, url, kind: name, id }) =>
            `- ${textOf(title)} — ${what}${hint ? `, ${hint}` : ''}; kind=${name}, id=${id}, ${at(toolbox, url)}`,
        ),
      ]);
    },
  }),
  defineTool({
    name: 'get_record',
    description: 'Запись каталога: поля с источниками и датами. Длинную читайте по разделам (section)',
    input: {
      kind: z.enum(numberedKinds).default('disease'),
      id: z.number().int().positive().optional().describe('Номер записи'),
      disease: disease.optional(),
      section: z
        .string()
        .max(60)
        .optional()
        .describe('Один раздел: «Описание», «Коды», «Срочно», «Маршрут»…'),
    },
    async run(toolbox, { kind: name, id, disease: named, section }) {
      const found = id ?? (named === undefined ? undefined : (await findDisease(toolbox, named)).id);
      if (found === undefined) throw new HttpError(400, 'Назовите id записи или болезнь (disease).');
      return await describeRecord(toolbox, getKind(id === undefined ? 'disease' : name), found, section);
    },
  }),
  defineTool({
    name: 'codes',
    description: 'Коды ORPHA, МКБ-10, OMIM и МКБ-11 с отношением и датой: по названию или по любому из кодов',
    input: { query: z.string().min(2).max(100).describe('«болезнь Гоше», ORPHA:355, E75.2, 230800') },
    async run(toolbox, { query }) {
      toolbox.charge(1);
      const found = await findConcepts(toolbox.context, query);
      if (found.length === 0) return answer(toolbox, ['В каталоге такого кода или названия нет.']);
      const shown = found.slice(0, 15);
      const sources = shown.flatMap((one) => sourceLines(one.sources, ['icd10', 'omim', 'icd11']));
      return answer(toolbox, shown.flatMap(codeLines), [...new Set(sources)].slice(0, 5));
    },
  }),
  defineTool({
    name: 'who_pays',
    description: 'Кто платит за лечение болезни: правила для возраста и региона с основаниями',
    input: { disease, age: age.optional(), subject },
    async run(toolbox, input) {
      const { id } = await findDisease(toolbox, input.disease);
      const found = await toolbox.ask('GET /api/access', {
        query: {
          disease: String(id),
          age: input.age === undefined ? undefined : String(input.age),
          subject: input.subject === undefined ? undefined : await findSubject(toolbox, input.subject),
        },
      });
      const lines = (title: string, rules: typeof found.applies) =>
        rules.length === 0
          ? []
          : [
              `## ${title}`,
              ...rules.flatMap(({ rule, reasons }) => [
                `- **${rule.title}.** Платит: ${rule.payer}. ${reasons.join(' ')}`,
                `  ${[rule.act.title, rule.article, rule.edition].filter(Boolean).join(', ')}${rule.checked_at ? `; проверено ${formatDay(rule.checked_at)}` : '; день проверки не указан'}; ${at(toolbox, rule.url)}`,
              ]),
            ];
      return answer(toolbox, [
        `# ${found.disease.title}, на ${formatDay(found.day)}`,
        found.answer,
        ...lines('Подходит', found.applies),
        ...(found.unknown.length > 0
          ? ['## Неизвестно', ...found.unknown.map(({ text }) => `- ${text}`)]
          : []),
        ...lines('Возможно', found.maybe),
        ...lines('Не подходит', found.not),
      ]);
    },
  }),
  defineTool({
    name: 'rank_by_signs',
    description:
      'Болезни по признакам HPO, вероятные первыми. Справочник, а не диагноз; запрос не записывается',
    input: {
      present: hpo.min(1).describe('Признаки, которые есть: HP:0001744'),
      absent: hpo.optional().describe('Признаки, которых нет'),
      sex: z.enum(['female', 'male']).optional(),
      age: age.optional(),
    },
    async run(toolbox, input) {
      const ranked = await toolbox.ask('POST /api/signs/rank', { input });
      return answer(toolbox, [
        'Порядок по вероятности; разность баллов — натуральный логарифм отношения.',
        ...ranked.slice(0, 15).map(({ title, orpha, id, score, signs }, index) => {
          const why = signs.filter(({ kind }) => kind === 'for').map(({ hpo: code }) => code);
          const page = id === null ? '' : `; ${at(toolbox, addressOf(getKind('disease'), { id }))}`;
          return `${index + 1}. ${title}${orpha === null ? '' : `, ORPHA:${orpha}`}: ${score}${why.length > 0 ? `, за: ${why.join(', ')}` : ''}${page}`;
        }),
      ]);
    },
  }),
  defineTool({
    name: 'changes_since',
    description: 'Изменения каталога после номера; без номера — последние 20',
    input: { since: z.number().int().min(0).max(999_999_999).optional() },
    async run(toolbox, { since }) {
      const { last } = await toolbox.ask('GET /api/changes', {
        query: { since: '999999999', page_size: '1' },
      });
      const from = since ?? Math.max(0, last - 20);
      const found = await toolbox.ask('GET /api/changes', {
        query: { since: String(from), page_size: '20' },
      });
      return answer(toolbox, [
        `Последний номер: ${last}. Дальше — since=${found.next}.`,
        ...found.items.map(({ seq, kind, id, action, record, address }) =>
          action === 'put' && record
            ? `- ${seq}: ${record.title} (${getKind(kind).titles.one}), ${record.updated_at.slice(0, 10)}; kind=${kind}, id=${id}`
            : `- ${seq}: снято с публикации: ${address ? at(toolbox, address) : `${kind} ${id}`}`,
        ),
      ]);
    },
  }),
  defineTool({
    name: 'list_trials',
    description: 'Клинические исследования болезни: статус с датой проверки, города в России',
    input: {
      disease,
      status: z
        .enum(Object.keys(researchStatus) as [string, ...string[]])
        .optional()
        .describe('Статус; recruiting — идёт набор'),
      subject,
    },
    async run(toolbox, input) {
      const { id, title } = await findDisease(toolbox, input.disease);
      const found = await toolbox.ask('GET /api/researches', {
        query: {
          diseases: String(id),
          status: input.status,
          'sites.subject':
            input.subject === undefined ? undefined : await findSubject(toolbox, input.subject),
          page_size: '20',
        },
      });
      return answer(toolbox, [
        `# ${title}`,
        `Исследований: ${found.total}.`,
        ...cardLines(toolbox, 'research', found.items),
      ]);
    },
  }),
  defineTool({
    name: 'list_clinics_near',
    description: 'Учреждения, где лечат или изучают болезнь, ближайшие к городу первыми (по прямой)',
    input: {
      city: z.string().min(2).max(60).describe('Город: «Томск»'),
      disease: disease.optional(),
    },
    async run(toolbox, { city, disease: named }) {
      const { context } = toolbox;
      const kind = getKind('clinic');
      const found = named === undefined ? undefined : await findDisease(toolbox, named);
      const query = {
        page: 1,
        page_size: 20,
        ...(found ? { diseases: [String(found.id)] } : {}),
      };
      toolbox.charge(2);
      const { items, total, near } = await context.semaphores.read.run(() =>
        filterRecords(context, kind, query, city),
      );
      if (!near?.town) throw new HttpError(400, `Города «${city}» нет в справочнике.`);
      const kilometres = (id: number) => near.kilometres[id];
      return answer(toolbox, [
        ...(found ? [`# ${found.title}`] : []),
        `Учреждений: ${total}; расстояния от города ${near.town.title}.`,
        ...cardLines(toolbox, 'clinic', items, ({ id }) => {
          const far = kilometres(id);
          return far === undefined ? 'город неизвестен' : formatDistance(far);
        }),
      ]);
    },
  }),
];

const at = ({ context }: Toolbox, path: string) => new URL(path, context.settings.SITE_URL).href;

const answer = (toolbox: Toolbox, lines: readonly string[], sources: readonly string[] = []): string =>
  answerOf(lines, [
    ...sources,
    `Источник: ${at(toolbox, '/')}, каталог на ${formatDay(toolbox.concepts.updated.slice(0, 10))}. Справочник, а не медицинский совет.`,
  ]);

async function describeRecord(toolbox: Toolbox, kind: Kind, id: number, section?: string): Promise<string> {
  const record = (await toolbox.ask(`GET /api/${kind.api}/{id}` as 'GET /api/diseases/{id}', {
    path: { id: String(id) },
  })) as unknown as AnyCard & { related: { items: AnyCard[] }[]; sources: Parameters<typeof sourceLines>[0] };
  const linked = new Map(record.related.flatMap(({ items }) => items).map((card) => [card.id, card.title]));
  const { db } = toolbox.context;
  const terms = new Map<string, Map<string, string>>();
  for (const dictionary of ['subject', 'therapeuticarea'])
    terms.set(dictionary, await termTitles(db, dictionary));
  const titles: Titles = {
    record: (one) => linked.get(one),
    term: (dictionary, code) => terms.get(dictionary)?.get(code) ?? vocabularies[dictionary]?.[code],
  };
  const groups = kind.groups.filter(
    ({ title }) => recordLines(kind, record as never, titles, title).length > 0,
  );
  const sections = [...groups.map(({ title }) => title), ...(kind.name === 'disease' ? [routeSection] : [])];
  const chosen = section && kind.groups.find(({ title }) => isSame(title, section))?.title;
  const isRoute = section !== undefined && isSame(section, routeSection) && sections.includes(routeSection);
  const note = `Разделы записи: ${sections.join(', ')}.`;
  if (section !== undefined && chosen === undefined && !isRoute)
    throw new HttpError(404, `Раздела «${section}» нет. ${note}`);
  const lines = isRoute
    ? routeLines(record as unknown as Traveller)
    : recordLines(kind, record as never, titles, chosen);
  const shown = kind.groups.filter(({ title }) => chosen === undefined || title === chosen);
  return answer(
    toolbox,
    [
      `# ${record.title}`,
      `${at(toolbox, addressOf(kind, record))}, обновлено ${formatDay(record.updated_at.slice(0, 10))}`,
      ...(lines.length > 0 ? lines : ['Раздел не заполнен: это не значит, что сведений не существует.']),
    ],
    [
      ...(section === undefined || lines.length === 0 ? [note] : []),
      ...(isRoute
        ? []
        : sourceLines(
            record.sources,
            shown.flatMap(({ fields }) => fields),
          )),
    ],
  );
}

const routeSection = 'Маршрут';
const routeLines = (traveller: Traveller): string[] =>
  routeOf(traveller).map(
    ({ title, when, text, grounds }) =>
      `- **${title}${when ? ` (${when})` : ''}.** ${text} ${grounds.map((one) => `${one.title}, ${formatDay(one.date)}`).join('; ')}`,
  );

const isSame = (one: string, other: string) => folded(one) === folded(other);

/** A disease by code, number of its record, or the first certain match of its name. */
async function findDisease(
  { ask, concepts }: Toolbox,
  named: string,
): Promise<{ id: number; title: string }> {
  const [, orpha] = /^orpha:?\s*(\d+)$/i.exec(named.trim()) ?? [];
  const concept = orpha === undefined ? undefined : concepts.find(orpha);
  if (concept) return concept;
  if (/^\d+$/.test(named)) {
    const { id, title } = await ask('GET /api/diseases/{id}', { path: { id: named } });
    return { id, title };
  }
  const found = await ask('GET /api/search', { query: { query: named, kind: 'disease' } });
  const [first] = found.items;
  if (!first || !isMeant(found.match, found.left_out, found.total))
    throw new HttpError(
      404,
      `Болезни «${named}» в каталоге нет.${
        found.items.length > 0
          ? ` Похожие: ${found.items
              .slice(0, 3)
              .map(({ title }) => textOf(title))
              .join('; ')}.`
          : ''
      }`,
    );
  return { id: first.id, title: textOf(first.title) };
}

/** The code of a federal subject by its title, ISO 3166-2 code or number. */
async function findSubject({ context: { db } }: Toolbox, given: string): Promise<string> {
  const wanted = folded(given);
  const found = (await getTerms(db, 'subject')).find(
    ({ code, title, data }) =>
      code === wanted || folded(String(data?.['iso'] ?? '')) === wanted || folded(title) === wanted,
  );
  if (!found) throw new HttpError(400, `Субъекта Федерации «${given}» нет.`);
  return found.code;
}

const folded = (text: string) => text.trim().toLowerCase().replaceAll('ё', 'е');

const codeLines = ({ code, title, title_en, mappings }: Concept): string[] => [
  `## ${title}: ORPHA:${code}${title_en ? ` (${title_en})` : ''}`,
  ...mappings.map(
    ({ property, code: other, display, relation }) =>
      `- ${systemTitles[property]} ${other}${display ? `, ${display}` : ''}: ${codeRelations[relation]}`,
  ),
];

function cardLines(
  toolbox: Toolbox,
  name: 'research' | 'clinic',
  cards: readonly AnyCard[],
  note: (card: AnyCard) => string = () => '',
): string[] {
  const kind = getKind(name);
  const shown = { research: ['status', 'status_checked_at', 'phase', 'cities'], clinic: ['city', 'phones'] }[
    name
  ];
  const titles: Titles = { record: () => undefined, term: () => undefined };
  return cards.map((card) => {
    const facts = recordLines({ ...kind, groups: [{ title: '', fields: shown }] }, card as never, titles)
      .slice(1)
      .map((line) => line.replaceAll('**', ''));
    return `- ${[card.title, note(card), ...facts].filter(Boolean).join('; ')}; ${at(toolbox, addressOf(kind, card))}`;
  });
}

/** Bytes of an answer. */
const maxBytes = 6000;

/** Lines as one answer; those that do not fit are counted, and the last lines always stand. */
function answerOf(lines: readonly string[], last: readonly string[]): string {
  const foot = ['', ...last].join('\n');
  const room = maxBytes - Buffer.byteLength(foot) - 100;
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const short = line.length > 1500 ? `${line.slice(0, 1500)}…` : line;
    bytes += Buffer.byteLength(short) + 1;
    if (bytes > room) break;
    kept.push(short);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left > 0 ? [`… ещё строк: ${left}. Спросите точнее.`] : []), foot].join('\n');
}
