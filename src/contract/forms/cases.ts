import * as z from 'zod/mini';
import {
  acmgClasses,
  authorships,
  bases,
  caseLimits,
  caseSections,
  experiences,
  signPresences,
  stepKinds,
  zygosities,
} from '#domain/cases.ts';
import { ageBand } from '#domain/vocabularies.ts';
import { arePlain, paragraphs } from './fields.ts';

/**
 * Content of a case. Drafts may be incomplete; `casePaper` of server/cases/validation.ts has the requirements
 * for review, and `GET /api/user/cases/{id}/check` lists what is missing. It travels as nested JSON (`call(…,
 * { json })`).
 */

/** Text that may be empty and keeps its spaces. */
export const text = (maxLength: number) =>
  z._default(
    z
      .string()
      .check(
        z.normalize('NFC'),
        z.maxLength(maxLength, `Не длиннее ${maxLength} знаков.`),
        z.refine(arePlain, 'Уберите непечатаемые знаки.'),
      ),
    '',
  );
const prose = () => text(caseLimits.draftText);
export const id = z.int('Выберите запись из списка.').check(z.gte(1), z.lte(2_147_483_647));
/** A list that may be empty; `noun` of its items for the error message: «признаков». */
const listOf = <Item extends z.ZodMiniType>(item: Item, maxItems: number, noun: string) =>
  z._default(z.array(item).check(z.maxLength(maxItems, `Не больше ${maxItems} ${noun}.`)), () => []);
const ids = (maxItems: number) => listOf(id, maxItems, 'записей');
const code = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'Выберите значение из списка.'));
const codes = (maxItems: number) => listOf(code, maxItems, 'значений');
const codesOf = <Code extends string>(list: Record<Code, unknown>) => Object.keys(list) as [Code, ...Code[]];

/** A term of the Human Phenotype Ontology from `GET /api/signs`. */
const caseSign = z.object({
  hpo: z.string().check(z.regex(/^HP:\d{7}$/, 'Выберите признак из списка.')),
  title: text(300),
  presence: z.enum(codesOf(signPresences), 'Отметьте: есть, нет или не оценивали.'),
  note: text(500),
});

/** A test: name, value, unit and reference range: «0,5–1,2». */
const caseTest = z.object({
  title: text(300),
  value: text(200),
  unit: text(60),
  reference: text(120),
  /** Outside the reference range, as the author sees it. */
  mark: z._default(z.enum(['', 'low', 'high', 'abnormal', 'normal']), ''),
  /** Age or elapsed time, never a date. */
  when: text(120),
  note: text(1000),
});

/** A measured quantity over time, as typed; numbers and ages are validated at submission. */
const caseSeries = z.object({
  title: text(100),
  unit: text(20),
  /** Reference range and its source. */
  low: text(20),
  high: text(20),
  laboratory: text(200),
  points: listOf(z.object({ age: text(30), value: text(20) }), caseLimits.points, 'измерений'),
});

/** A gene variant; its notation is validated at submission (domain/hgvs.ts). */
const caseGene = z.object({
  /** HGNC symbol. */
  gene: text(30),
  /** `NM_000157.4:c.1226A>G`, `p.Asn409Ser`. */
  hgvs: text(200),
  zygosity: z._default(z.enum(['', ...codesOf(zygosities)], 'Выберите из списка.'), ''),
  acmg: z._default(z.enum(['', ...codesOf(acmgClasses)], 'Выберите класс.'), ''),
  note: text(500),
});

/** A step of the timeline, in display order. */
const caseStep = z.object({
  kind: z.enum(codesOf(stepKinds), 'Выберите, что это за событие.'),
  /** «в 3 года», «через 2 месяца»: never a date. */
  when: text(120),
  title: text(300),
  text: text(5000),
});

/** A picture uploaded by `POST /api/user/cases/{id}/files`, in display order. */
const caseFigure = z.object({ file: id, caption: text(500), alt: text(500) });

/** A finding that the author marks as not personal; the moderator sees it. */
const clearedFinding = z.object({
  field: z.enum(codesOf(caseSections)),
  words: text(300),
});

export const caseContent = z.object({
  title: text(caseLimits.title),
  diseases: ids(caseLimits.diseases),
  /** The diagnosis in words, when it is not in the catalogue or not known yet. */
  suspected: text(300),
  /** Codes of GET /api/dict/therapeuticarea; derived from the diseases when empty. */
  areas: codes(10),
  age_band: z._default(z.enum(['', ...codesOf(ageBand)], 'Выберите возраст из списка.'), ''),
  sex: z._default(z.enum(['', 'female', 'male'], 'Выберите пол.'), ''),
  /** Code of GET /api/dict/subject or empty; no finer place is ever asked for. */
  region: z._default(
    z.string().check(z.regex(/^([a-z0-9-]{1,60})?$/, 'Выберите субъект Федерации из списка.')),
    '',
  ),
  complaint: prose(),
  history: prose(),
  findings: prose(),
  signs: listOf(caseSign, caseLimits.signs, 'признаков'),
  tests: listOf(caseTest, caseLimits.tests, 'исследований'),
  series: listOf(caseSeries, caseLimits.series, 'показателей'),
  genes: listOf(caseGene, caseLimits.genes, 'вариантов'),
  timeline: listOf(caseStep, caseLimits.steps, 'событий'),
  therapy: prose(),
  drugs: ids(caseLimits.drugs),
  outcome: prose(),
  discussion: prose(),
  question: prose(),
  /** Codes of GET /api/dict/specialization: the audience of the question. */
  specialities: codes(caseLimits.specialities),
  figures: listOf(caseFigure, caseLimits.figures, 'снимков'),
  keywords: listOf(text(100), caseLimits.keywords, 'слов'),
  references: listOf(text(500), caseLimits.references, 'источников'),
  basis: z._default(z.enum(['', ...codesOf(bases)], 'Выберите основание.'), ''),
  authorship: z._default(z.enum(codesOf(authorships)), 'named'),
  /** Findings that are not personal; hidden from readers. */
  cleared: listOf(clearedFinding, 200, 'отметок'),
  /** The author has read the warning about a rare combination and accepts it. */
  rarity_accepted: z._default(z.boolean(), false),
});
export type CaseContent = z.infer<typeof caseContent>;
export type CaseContentInput = z.input<typeof caseContent>;

export const remarkAnswer = z.object({ answer: paragraphs('Напишите ответ.', 2000) });

/** POST /api/user/cases/{id}/close: the outcome of the question to colleagues. */
export const questionOutcome = z.object({
  outcome: paragraphs('Напишите, чем закончилось.', 5000),
  answer: z.optional(z.nullable(id)),
});

/** POST /api/cases/{id}/answers/{answer}: a new text; earlier ones stay readable. */
export const caseAnswerEdit = z.object({
  opinion: paragraphs('Напишите, что вы думаете.', 5000),
  next_steps: text(3000),
});

export const caseAnswer = z.object({
  ...caseAnswerEdit.shape,
  /** Required in answers to an open question. */
  experience: z._default(z.enum(['', ...codesOf(experiences)], 'Отметьте, на чём основан ответ.'), ''),
  parent: z.optional(z.nullable(id)),
});

export const caseReport = z.object({
  text: paragraphs('Напишите, что не так.', 3000),
  /** The reported comment; without it, the case. */
  answer: z.optional(z.nullable(id)),
});
