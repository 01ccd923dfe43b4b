import * as z from 'zod/mini';
import {
  acmgClasses,
  authorships,
  bases,
  caseLimits,
  caseSections,
  checklist,
  declineReasons,
  experiences,
  signPresences,
  stepKinds,
  zygosities,
  type AcmgClass,
  type Authorship,
  type Basis,
  type CaseSection,
  type Check,
  type DeclineReason,
  type Experience,
  type SignPresence,
  type StepKind,
  type Zygosity,
} from '#domain/cases.ts';
import { arePlain, paragraphs } from './fields.ts';

/**
 * What an author writes. A draft may be empty anywhere; what is wanted for review stands in `casePaper` of
 * server/cases/validation.ts, and `GET /api/user/cases/{id}/check` tells what is still missing.
 * All of it travels as nested JSON (`call(…, { json })`).
 */

/** Text that may be empty and keeps its spaces while it is typed. */
const text = (most: number) =>
  z._default(
    z
      .string()
      .check(
        z.normalize('NFC'),
        z.maxLength(most, `Не длиннее ${most} знаков.`),
        z.refine(arePlain, 'Уберите непечатаемые знаки.'),
      ),
    '',
  );
const prose = () => text(caseLimits.draftText);
const id = z.int('Выберите запись из списка.').check(z.gte(1), z.lte(2_147_483_647));
const ids = (most: number) =>
  z._default(z.array(id).check(z.maxLength(most, `Не больше ${most} записей.`)), []);
const code = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'Выберите значение из списка.'));
const codes = (most: number) =>
  z._default(z.array(code).check(z.maxLength(most, `Не больше ${most} значений.`)), []);
const names = <Code extends string>(list: Record<Code, unknown>) => Object.keys(list) as [Code, ...Code[]];
/** Codes of vocabularies.ts/ageBand and sex: said once more, so that browsers need not load all vocabularies. */
const ageBands = [
  'neonatal',
  'infant',
  'toddler',
  'preschool',
  'school',
  'adolescent',
  'young',
  'middle',
  'old',
] as const;
const sexes = ['female', 'male'] as const;

/** A sign of the Human Phenotype Ontology as `GET /api/signs` gives it. */
const caseSign = z.object({
  hpo: z.string().check(z.regex(/^HP:\d{7}$/, 'Выберите признак из списка.')),
  title: text(300),
  presence: z.enum(names<SignPresence>(signPresences), 'Отметьте: есть, нет или не оценивали.'),
  note: text(500),
});

/** A test: what, how much, in what, and what is normal: «0,5–1,2». */
const caseTest = z.object({
  title: text(300),
  value: text(200),
  unit: text(60),
  reference: text(120),
  /** Beyond the norm, as the author sees it. */
  mark: z._default(z.enum(['', 'low', 'high', 'abnormal', 'normal']), ''),
  /** At what age or after what time; never a date. */
  when: text(120),
  note: text(1000),
});

/** A quantity over time, as it was typed; what of it is a number and an age is looked at when the case is sent. */
const caseSeries = z.object({
  title: text(100),
  unit: text(20),
  /** Bounds of what is normal, and whose they are. */
  low: text(20),
  high: text(20),
  laboratory: text(200),
  points: z._default(
    z
      .array(z.object({ age: text(30), value: text(20) }))
      .check(z.maxLength(caseLimits.points, `Не больше ${caseLimits.points} измерений.`)),
    [],
  ),
});

/** A variant of a gene; how it is written is looked at when the case is sent (domain/hgvs.ts). */
const caseGene = z.object({
  /** Symbol of HGNC. */
  gene: text(30),
  /** `NM_000157.4:c.1226A>G`, `p.Asn409Ser`. */
  hgvs: text(200),
  zygosity: z._default(z.enum(['', ...names<Zygosity>(zygosities)], 'Выберите из списка.'), ''),
  acmg: z._default(z.enum(['', ...names<AcmgClass>(acmgClasses)], 'Выберите класс.'), ''),
  note: text(500),
});

/** A step of the time line, in the order in which it is shown. */
const caseStep = z.object({
  kind: z.enum(names<StepKind>(stepKinds), 'Выберите, что это за событие.'),
  /** «в 3 года», «через 2 месяца»: never a date. */
  when: text(120),
  title: text(300),
  text: text(5000),
});

/** A picture that was uploaded before by `POST /api/user/cases/{id}/files`; the list says the order. */
const caseFigure = z.object({ file: id, caption: text(500), alt: text(500) });

/** A place that looks like personal data and is none, in the author's opinion; the moderator sees it. */
const clearedFinding = z.object({
  field: z.enum(names<CaseSection>(caseSections)),
  /** The words that were found, exactly. */
  words: text(300),
});

export const caseContent = z.object({
  title: text(caseLimits.title),
  /** Ids of diseases of the catalogue. */
  diseases: ids(caseLimits.diseases),
  /** The diagnosis in words, where the catalogue has no such disease or it is not known yet. */
  suspected: text(300),
  /** Codes of GET /api/dict/therapeuticarea; left empty, they follow from the diseases. */
  areas: codes(10),
  age_band: z._default(z.enum(['', ...ageBands], 'Выберите возраст из списка.'), ''),
  sex: z._default(z.enum(['', ...sexes], 'Выберите пол.'), ''),
  /** Code of GET /api/dict/subject, or nothing: no finer place is ever asked. */
  region: z._default(
    z.string().check(z.regex(/^([a-z0-9-]{1,60})?$/, 'Выберите субъект Федерации из списка.')),
    '',
  ),
  complaint: prose(),
  history: prose(),
  findings: prose(),
  signs: z._default(
    z.array(caseSign).check(z.maxLength(caseLimits.signs, `Не больше ${caseLimits.signs} признаков.`)),
    [],
  ),
  tests: z._default(
    z.array(caseTest).check(z.maxLength(caseLimits.tests, `Не больше ${caseLimits.tests} исследований.`)),
    [],
  ),
  series: z._default(
    z.array(caseSeries).check(z.maxLength(caseLimits.series, `Не больше ${caseLimits.series} показателей.`)),
    [],
  ),
  genes: z._default(
    z.array(caseGene).check(z.maxLength(caseLimits.genes, `Не больше ${caseLimits.genes} вариантов.`)),
    [],
  ),
  timeline: z._default(
    z.array(caseStep).check(z.maxLength(caseLimits.steps, `Не больше ${caseLimits.steps} событий.`)),
    [],
  ),
  therapy: prose(),
  /** Ids of drugs of the catalogue. */
  drugs: ids(caseLimits.drugs),
  outcome: prose(),
  discussion: prose(),
  question: prose(),
  /** Codes of GET /api/dict/specialization: whom the question is for. */
  specialities: codes(caseLimits.specialities),
  figures: z._default(
    z.array(caseFigure).check(z.maxLength(caseLimits.figures, `Не больше ${caseLimits.figures} снимков.`)),
    [],
  ),
  keywords: z._default(
    z.array(text(100)).check(z.maxLength(caseLimits.keywords, `Не больше ${caseLimits.keywords} слов.`)),
    [],
  ),
  references: z._default(
    z
      .array(text(500))
      .check(z.maxLength(caseLimits.references, `Не больше ${caseLimits.references} источников.`)),
    [],
  ),
  basis: z._default(z.enum(['', ...names<Basis>(bases)], 'Выберите основание.'), ''),
  authorship: z._default(z.enum(names<Authorship>(authorships)), 'named'),
  /** Places that are no personal data; readers do not get them. */
  cleared: z._default(z.array(clearedFinding).check(z.maxLength(200, 'Не больше 200 отметок.')), []),
  /** The author has read the warning that the combination is rare, and wants it nevertheless. */
  rarity_accepted: z._default(z.boolean(), false),
});
export type CaseContent = z.infer<typeof caseContent>;
/** The same as it may be sent: everything may be left out. */
export type CaseContentInput = z.input<typeof caseContent>;

const version = z.int('Укажите версию.').check(z.gte(1), z.lte(2_147_483_647));

/** POST /api/cases/add: whatever is there already; nothing is needed. */
export const newCase = z.object({ content: z.optional(caseContent) });

/** A note in free words, out of which signs are read. */
export const caseNote = z.object({
  text: z
    .string('Напишите, что известно о больном.')
    .check(z.minLength(1, 'Напишите, что известно о больном.'), z.maxLength(5000, 'Не длиннее 5000 знаков.')),
});

/** A phenopacket of GA4GH (version 2), as its file holds it; what the portal carries of it says domain/phenopackets. */
export const casePhenopacket = z.object({ phenopacket: z.record(z.string(), z.unknown()) });

/** PUT (or POST) /api/user/cases/{id}: the whole content over the version that was edited. */
export const caseSaving = z.object({ version, content: caseContent });

/** Actions upon a case as the author saw it: submit, withdraw, archive, discard. */
export const caseAction = z.object({ version });

/** POST /api/user/cases/{id}/files, multipart. */
export const caseFile = z.object({
  file: z
    .file('Выберите файл.')
    .check(
      z.minSize(1, 'Файл пустой.'),
      z.maxSize(caseLimits.file, 'Файл больше 20 мб.: выберите поменьше.'),
    ),
  /** `figure`: JPEG, PNG or WebP for readers; `consent`: the same or PDF, for author and editors alone. */
  role: z.enum(['figure', 'consent'], 'Выберите, что это: снимок или согласие.'),
});

/** What the author says to a remark. */
export const remarkAnswer = z.object({ answer: paragraphs('Напишите ответ.', 2000) });

/** POST /api/user/cases/{id}/remarks: the author has dealt with a remark, or not yet, and says something to it. */
export const remarkResolution = z.object({
  remark: id,
  resolved: z.boolean('Отметьте, учтено ли замечание.'),
  /** For the editor who looks next; left out, what was said before stays. */
  answer: z.optional(remarkAnswer.shape.answer),
});

/** POST /api/user/cases/{id}/close: the outcome of the question to colleagues. */
export const questionOutcome = z.object({
  outcome: paragraphs('Напишите, чем закончилось.', 5000),
  /** The answer that helped, if one did. */
  answer: z.optional(z.nullable(id)),
});

/** POST /api/cases/{id}/answers/{answer}: other words; the former ones stay to be read. */
export const caseAnswerEdit = z.object({
  /** What it may be, or what to do. */
  opinion: paragraphs('Напишите, что вы думаете.', 5000),
  /** What to look at next; may be empty. */
  next_steps: text(3000),
});

/** POST /api/cases/{id}/answers */
export const caseAnswer = z.object({
  ...caseAnswerEdit.shape,
  /** Asked of colleagues who answer an open question; elsewhere it may be left out. */
  experience: z._default(
    z.enum(['', ...names<Experience>(experiences)], 'Отметьте, на чём основан ответ.'),
    '',
  ),
  /** The message that this replies to. */
  parent: z.optional(z.nullable(id)),
});

/** POST /api/cases/{id}/answers/{answer}/agree */
export const caseAgreement = z.object({ agreeing: z.boolean('Отметьте, согласны вы или нет.') });

/** POST /api/cases/{id}/follow */
export const caseFollowing = z.object({ following: z.boolean('Отметьте, следить или нет.') });

/** POST /api/cases/{id}/report */
export const caseReport = z.object({
  text: paragraphs('Напишите, что не так.', 3000),
  /** The message that it is about; without it the case itself. */
  answer: z.optional(z.nullable(id)),
});

/** POST /api/editors/cases/{id}/accept: each point of `checklist` must be ticked. */
export const caseAcceptance = z.object({
  version,
  checks: z.array(z.enum(names<Check>(checklist))).check(
    z.maxLength(20),
    z.refine((given) => new Set(given).size === names(checklist).length, 'Отметьте каждый пункт проверки.'),
  ),
});

/** POST /api/editors/cases/{id}/return: at least one remark, each about a section. */
export const caseReturn = z.object({
  version,
  remarks: z
    .array(
      z.object({
        field: z.enum(names<CaseSection>(caseSections), 'Выберите раздел.'),
        text: paragraphs('Напишите замечание.', 2000),
      }),
    )
    .check(z.minLength(1, 'Напишите хотя бы одно замечание.'), z.maxLength(60, 'Не больше 60 замечаний.')),
});

/** POST /api/editors/cases/{id}/decline and …/archive */
export const caseDeclining = z.object({
  version,
  reason: z.enum(names<DeclineReason>(declineReasons), 'Выберите причину.'),
  /** More words for the author; needed when the reason is `other`. */
  text: text(2000),
});

/** POST /api/editors/cases/problems/{id} */
export const caseProblemDecision = z.object({ state: z.enum(['new', 'closed'], 'Выберите состояние.') });
