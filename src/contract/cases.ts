import { z } from 'zod';
import {
  authorships,
  caseLimits,
  caseSections,
  caseStates,
  checklist,
  declineReasons,
  experiences,
} from '#domain/cases.ts';
import { notifiedCircleNames } from '#domain/question-deadline.ts';
import { ageBand, codes, sex } from '#domain/vocabularies.ts';
import { cacheable, download, editor, pageOf, paging } from './common.ts';
import { defineCall } from './call.ts';
import { difference } from './editors.ts';
import {
  caseAnswer,
  caseAnswerEdit,
  caseContent,
  caseReport,
  id,
  questionOutcome,
  remarkAnswer,
  text,
} from './forms/cases.ts';
import { limitedFile, paragraphs } from './forms/fields.ts';
import { choice, several } from './query.ts';
import { facetSchema, idPath } from './record.ts';

/**
 * Clinical cases (issue 5). Cases are not records of the catalogue: they have tables of their own, so nothing
 * of them can reach the replica, `/api/changes`, feeds or the public search. Their ids never coincide with
 * those of records.
 *
 * Errors name the field in `customData.field`. An outdated `version` answers 409 with `data: { current:
 * OwnCase }` for merging (`CallError.data` in the browser).
 */

const number = z.int();
const moment = z.string();
const states = z.enum(codes(caseStates));
const section = z.enum(codes(caseSections));

/**
 * The author as readers see them: `Иванова Анна, НМИЦ…` or `Генетика`; erased accounts are «Удалённый
 * пользователь».
 */
const author = z.object({
  title: z.string(),
  /** The author's workplace; empty when only the speciality is shown. */
  place: z.string(),
  authorship: z.enum(codes(authorships)),
});

const linked = z.object({ id: number, title: z.string(), url: z.string() });

/** A picture; `url` is private (no-store, nosniff) and works in `<img src>` of the same origin. */
const figure = z.object({
  file: number,
  url: z.string(),
  caption: z.string(),
  alt: z.string(),
  width: number,
  height: number,
});

/** `open`: asks colleagues; `closed`: the author has given the outcome; `none`: no question. */
const questionState = z.enum(['none', 'open', 'closed']);
/** The deadline of an open question (domain/question-term), met by the first answer of another doctor. */
export const questionTerm = z.object({ asked_at: moment, due: moment, answered_at: moment.nullable() });

export const card = z.object({
  id: number,
  title: z.string(),
  diseases: z.array(linked),
  suspected: z.string(),
  areas: z.array(z.string()),
  age_band: z.string(),
  sex: z.string(),
  region: z.string(),
  /** The first present signs, in Russian. */
  signs: z.array(z.string()),
  author,
  figures: number,
  /** The first picture, as in `figure`; null without pictures. */
  picture: z.object({ url: z.string(), alt: z.string(), width: number, height: number }).nullable(),
  question: questionState,
  term: questionTerm.nullable(),
  answers: number,
  published_at: moment,
  revised_at: moment,
  /** An invented case, shown as «Демонстрационный пример». */
  demo: z.boolean(),
});
export type CaseCard = z.infer<typeof card>;

const words = { opinion: z.string(), next_steps: z.string() };

/** A comment under a case: an answer to its question, a remark or a reply. */
const answer = z.object({
  id: number,
  parent: number.nullable(),
  author: z.object({ title: z.string(), place: z.string() }),
  is_author: z.boolean(),
  ...words,
  experience: z.enum(['', ...codes(experiences)]),
  created_at: moment,
  edited_at: moment.nullable(),
  /** Earlier texts, oldest first; `at` is when each was replaced. */
  editions: z.array(z.object({ at: moment, ...words })),
  /** Who removed the text; replies keep their place. */
  removed_by: z.enum(['', 'author', 'editor']),
  /** How many colleagues agree, and whether the reader does. */
  agreed: number,
  agreeing: z.boolean(),
  /** Written by the reader, who may edit and withdraw it. */
  own: z.boolean(),
  /** Marked by the author as helpful. */
  helped: z.boolean(),
});
export type CaseMessage = z.infer<typeof answer>;

const { cleared: _cleared, figures: _figures, rarity_accepted: _rarity, ...sections } = caseContent.shape;

const publishedCase = z.object({
  ...sections,
  id: number,
  /** Number of the shown edition, from 1. */
  edition: number,
  figures: z.array(figure),
  disease_cards: z.array(linked),
  drug_cards: z.array(linked),
  author,
  published_at: moment,
  revised_at: moment,
  demo: z.boolean(),
  /** For copying: author, title, number, portal, day, address. */
  citation: z.string(),
  /** Cases with shared signs, most similar first; `shared` are the signs in Russian. */
  similar: z.array(
    z.object({ id: number, title: z.string(), shared: z.array(z.string()), demo: z.boolean() }),
  ),
  answers: z.array(answer),
  question_state: questionState,
  question_outcome: z.string(),
  question_closed_at: moment.nullable(),
  term: questionTerm.nullable(),
  /** Colleagues notified, by circle; null when there were none or the number is unknown. */
  asked: z.partialRecord(z.enum(notifiedCircleNames), number).nullable(),
  own: z.boolean(),
  /** True for verified doctors and editors, including the author and without an open question. */
  may_answer: z.boolean(),
});
export type PublishedCase = z.infer<typeof publishedCase>;

const remark = z.object({
  id: number,
  /** The submission it belongs to, from 1. */
  round: number,
  field: section,
  text: z.string(),
  created_at: moment,
  resolved_at: moment.nullable(),
  answer: z.string(),
});

const event = z.object({
  at: moment,
  action: z.enum([
    'created',
    'submitted',
    'withdrawn',
    'returned',
    'declined',
    'accepted',
    'published',
    'archived',
    'discarded',
    'closed',
    'consent removed',
  ]),
  by: z.enum(['author', 'editor']),
  text: z.string(),
});

/** A private file: a figure or the patient's consent. */
const file = z.object({
  id: number,
  role: z.enum(['figure', 'consent']),
  name: z.string(),
  type: z.string(),
  size: number,
  /** Pixels; 0 for a PDF. */
  width: number,
  height: number,
  url: z.string(),
});
export type CaseFile = z.infer<typeof file>;

/** Signs found in a free-text note; `words` are quoted from it. */
const readNote = z.object({
  signs: z.array(
    z.object({
      hpo: z.string(),
      title: z.string(),
      presence: z.enum(['yes', 'no', 'unknown']),
      words: z.string(),
    }),
  ),
  sex: z.enum(['', 'female', 'male']),
  age_band: caseContent.shape.age_band,
});
export type ReadNote = z.infer<typeof readNote>;

export const ownRow = z.object({
  id: number,
  title: z.string(),
  state: states,
  /** Readers see an edition, whatever the state of the draft. */
  published: z.boolean(),
  remarks: number,
  /** Number of other doctors who have read it. */
  readers: number,
  answers: number,
  question: questionState,
  created_at: moment,
  updated_at: moment,
  submitted_at: moment.nullable(),
  demo: z.boolean(),
});
export type OwnCaseRow = z.infer<typeof ownRow>;

const ownCase = z.object({
  id: number,
  state: states,
  /** Grows with each saving and action; must be sent with the next one. */
  version: number,
  published: z.boolean(),
  content: caseContent,
  files: z.array(file),
  remarks: z.array(remark),
  reason: z.string(),
  history: z.array(event),
  created_at: moment,
  updated_at: moment,
  submitted_at: moment.nullable(),
  question_state: questionState,
  question_outcome: z.string(),
  demo: z.boolean(),
});
export type OwnCase = z.infer<typeof ownCase>;

/** Suspected personal data; `start` and `end` count UTF-16 units of the text at `path`. */
const finding = z.object({
  field: section,
  /** Place in the content: `history`, `timeline.2.text`, `tests.0.note`, `figures.1.caption`. */
  path: z.string(),
  /** FindingKind of domain/deidentification. */
  kind: z.string(),
  words: z.string(),
  start: number,
  end: number,
  /** Replacements; an empty text removes the words. */
  suggestions: z.array(z.object({ label: z.string(), text: z.string() })),
  /** Marked by the author as not personal. */
  cleared: z.boolean(),
});
export type CaseFinding = z.infer<typeof finding>;

/** Whether disease, region and age together are so rare that they may identify the patient. */
const rarity = z.object({
  isRare: z.boolean(),
  /** Upper estimate of matching patients; null when the prevalence is unknown. */
  expected: z.number().nullable(),
  /** Other published cases of the same combination. */
  published: number,
  /** Advice for the author; empty when the combination is not rare. */
  message: z.string(),
});

/** Obstacles to submission; none when `ready`. */
const check = z.object({
  ready: z.boolean(),
  /** Sections that are missing or too long. */
  problems: z.array(z.object({ field: section, path: z.string(), message: z.string() })),
  findings: z.array(finding),
  rarity,
});
export type CaseCheck = z.infer<typeof check>;

const queued = z.object({
  id: number,
  title: z.string(),
  state: states,
  published: z.boolean(),
  version: number,
  author: z.string(),
  submitted_at: moment,
  /** Whole hours since submission. */
  age_hours: number,
  /** Number of submissions, including this one. */
  round: number,
  cleared: number,
  isRare: z.boolean(),
  demo: z.boolean(),
});
export type QueuedCase = z.infer<typeof queued>;

const reviewedCase = z.object({
  ...ownCase.shape,
  /** Name, workplace address and verification: the editor must know who publishes. */
  author: z.object({ title: z.string(), place: z.string(), verified: z.boolean() }),
  disease_cards: z.array(linked),
  drug_cards: z.array(linked),
  check,
  /** Remarks of earlier rounds, oldest first. */
  former_remarks: z.array(remark),
  /** Differences by section from the returned or the published text; null for the first submission. */
  changes: z
    .object({ since: z.enum(['returned', 'published']), differences: z.array(difference) })
    .nullable(),
  /** Decisions so far; with CASES_REVIEWERS=2 the first acceptance waits for a second editor. */
  reviews: z.array(
    z.object({
      at: moment,
      decision: z.enum(['accepted', 'returned', 'declined', 'archived']),
      checks: z.array(z.enum(codes(checklist))),
      reason: z.string(),
      own: z.boolean(),
    }),
  ),
});
export type ReviewedCase = z.infer<typeof reviewedCase>;

const problem = z.object({
  id: number,
  case_id: number,
  title: z.string(),
  /** The reported comment and its text; null when the report is about the case. */
  answer: z.object({ id: number, ...words }).nullable(),
  text: z.string(),
  state: z.enum(['new', 'closed']),
  created_at: moment,
});

const pages = paging(20);

const listQuery = z.strictObject({
  ...pages,
  sort: choice(
    ['published_at', '-published_at', 'revised_at', '-revised_at', 'title', '-title', '-answers'],
    'Порядок; с минусом обратный',
  ).optional(),
  diseases: several('Заболевание'),
  areas: several('Область медицины'),
  sex: several(`Пол: ${codes(sex).join(', ')}`),
  age_band: several(`Возраст: ${codes(ageBand).join(', ')}`),
  figures: several('Есть снимки: true'),
  question: several('Вопрос коллегам: open, closed'),
  signs: several('Признаки HPO: HP:0001744; нужны все'),
  genes: several('Гены: обозначения HGNC'),
  region: several('Субъект Федерации'),
  mine: several(
    'Для меня: speciality — вопросы моей специальности, diseases — заболевания, за которыми слежу, followed — случаи, за которыми слежу, saved — сохранённые случаи',
  ),
  query: z
    .string()
    .trim()
    .max(100, 'не длиннее 100 знаков')
    .optional()
    .meta({ title: 'Слова, признаки, гены и варианты в тексте случая' }),
});
export type CaseListQuery = z.infer<typeof listQuery>;

const filePath = z.object({ ...idPath.shape, file: idPath.shape.id });
const answerPath = z.object({ ...idPath.shape, answer: idPath.shape.id });
const nothing = z.null();
const version = z.int('Укажите версию.').gte(1).lte(2_147_483_647);

/** `isOfCases`: restricted to verified doctors where CASES_READING says so (ruling G73). */
const reader = { access: 'doctor', cache: 'none', isOfCases: true } as const;
/** Writing is open to every doctor; submission requires verification. */
const writer = { access: 'doctor', cache: 'none' } as const;
const verified = { access: 'verified-doctor', cache: 'none' } as const;

const ofCase = { path: idPath, isStructured: true } as const;
const ownChange = { ...writer, ...ofCase, output: ownCase };
const ownStep = { ...ownChange, input: z.object({ version }) };
const saving = z.object({ version, content: caseContent });
const comment = { ...verified, path: answerPath, isStructured: true, output: publishedCase } as const;
const decision = { ...editor, ...ofCase, output: reviewedCase };
const declining = z.object({
  version,
  reason: z.enum(codes(declineReasons), 'Выберите причину.'),
  /** Explanation for the author; required when the reason is `other`. */
  text: text(2000),
});

export const casesContract = {
  'GET /api/cases/teaser': defineCall({
    ...cacheable,
    summary: 'Сколько случаев опубликовано и из каких областей медицины: всё, что о них известно всем',
    output: z.object({ total: number, topics: z.array(z.string()) }),
  }),
  'GET /api/cases': defineCall({
    ...reader,
    summary: 'Клинические случаи: список',
    query: listQuery,
    output: pageOf(card),
  }),
  'GET /api/cases/filter': defineCall({
    ...reader,
    summary: 'Клинические случаи: список с числом записей при каждом значении фильтров',
    query: listQuery,
    output: z.object({ ...pageOf(card).shape, facets: z.array(facetSchema) }),
  }),
  'GET /api/cases/{id}': defineCall({
    ...reader,
    summary: 'Клинический случай целиком: снимки, ответы коллег, похожие случаи',
    path: idPath,
    output: publishedCase,
  }),
  'GET /api/cases/{id}/phenopacket': defineCall({
    ...reader,
    summary: 'Опубликованный случай как phenopacket (GA4GH, версия 2): признаки, заболевания, пол',
    path: idPath,
    ...download,
  }),
  'GET /api/cases/{id}/files/{file}': defineCall({
    ...reader,
    summary: 'Снимок опубликованного случая',
    path: filePath,
    ...download,
  }),
  'POST /api/cases/{id}/answers': defineCall({
    ...verified,
    summary: 'Написать под случаем: ответ на вопрос, замечание или ответ на чужие слова (parent)',
    ...ofCase,
    input: caseAnswer,
    output: publishedCase,
  }),
  'POST /api/cases/{id}/answers/{answer}': defineCall({
    ...comment,
    summary: 'Исправить свои слова, до 20 раз; прежние остаются в истории сообщения',
    input: caseAnswerEdit,
  }),
  'POST /api/cases/{id}/answers/{answer}/agree': defineCall({
    ...comment,
    summary: 'Согласиться с сообщением коллеги или отозвать согласие',
    input: z.object({ agreeing: z.boolean('Отметьте, согласны вы или нет.') }),
  }),
  'POST /api/cases/{id}/answers/{answer}/remove': defineCall({
    ...comment,
    summary: 'Убрать свои слова вместе с прежними; если на них ответили, остаётся место без текста',
  }),
  'POST /api/cases/{id}/report': defineCall({
    ...reader,
    summary: 'Сообщить редакции о нарушении в случае или в сообщении под ним',
    ...ofCase,
    input: caseReport,
    output: nothing,
  }),
  'POST /api/cases/add': defineCall({
    ...writer,
    summary: 'Новый клинический случай: черновик, который видит только автор',
    input: z.object({ content: z.optional(caseContent) }),
    isStructured: true,
    creates: true,
    output: ownCase,
  }),
  'POST /api/user/cases/signs': defineCall({
    ...writer,
    summary: 'Прочитать признаки из заметки: есть, нет, под вопросом; заметка нигде не сохраняется',
    input: z.object({
      text: z
        .string('Напишите, что известно о больном.')
        .min(1, 'Напишите, что известно о больном.')
        .max(5000, 'Не длиннее 5000 знаков.'),
    }),
    isHeavy: true,
    output: readNote,
  }),
  'POST /api/user/cases/phenopacket': defineCall({
    ...writer,
    summary:
      'Новый черновик из phenopacket (GA4GH, версия 2); полей, которых портал не хранит, и личных данных в примечаниях не принимает и называет их место',
    input: z.object({ phenopacket: z.record(z.string(), z.unknown()) }),
    isStructured: true,
    creates: true,
    output: ownCase,
  }),
  'GET /api/user/cases/{id}/phenopacket': defineCall({
    ...writer,
    summary: 'Мой случай как phenopacket (GA4GH, версия 2)',
    path: idPath,
    ...download,
  }),
  'GET /api/user/cases': defineCall({
    ...writer,
    summary: 'Мои случаи, недавно изменённые первыми',
    query: z.strictObject({ ...pages, state: several(`Состояние: ${codes(caseStates).join(', ')}`) }),
    output: pageOf(ownRow),
  }),
  'GET /api/user/cases/{id}': defineCall({
    ...writer,
    summary: 'Мой случай: текст, файлы, замечания, история',
    path: idPath,
    output: ownCase,
  }),
  'PUT /api/user/cases/{id}': defineCall({
    ...ownChange,
    summary: 'Сохранить случай целиком; старая version — 409 с нынешним видом случая',
    input: saving,
  }),
  'POST /api/user/cases/{id}': defineCall({
    ...ownChange,
    summary: 'То же, что PUT',
    input: saving,
  }),
  'GET /api/user/cases/{id}/check': defineCall({
    ...writer,
    summary: 'Чего не хватает для отправки: разделы, персональные данные, редкость сочетания',
    path: idPath,
    isHeavy: true,
    output: check,
  }),
  'POST /api/user/cases/{id}/submit': defineCall({
    ...ownStep,
    ...verified,
    summary: 'Отправить на проверку',
  }),
  'POST /api/user/cases/{id}/withdraw': defineCall({
    ...ownStep,
    summary: 'Отозвать с проверки: снова черновик',
  }),
  'POST /api/user/cases/{id}/archive': defineCall({
    ...ownStep,
    summary: 'Снять с публикации',
  }),
  'POST /api/user/cases/{id}/discard': defineCall({
    ...ownStep,
    summary: 'Отказаться от правки: снова то, что опубликовано',
  }),
  'POST /api/user/cases/{id}/remove': defineCall({
    ...writer,
    summary: 'Удалить случай, который не опубликован, с файлами',
    ...ofCase,
    input: ownStep.input,
    output: nothing,
  }),
  'POST /api/user/cases/{id}/files': defineCall({
    ...writer,
    summary: 'Загрузить снимок (JPEG, PNG, WebP; без сведений о съёмке) или согласие (ещё PDF), до 20 мб.',
    path: idPath,
    input: z.object({
      file: limitedFile(caseLimits.file),
      /** `figure`: JPEG, PNG or WebP for readers; `consent`: the same or PDF, for the author and editors only. */
      role: z.enum(['figure', 'consent'], 'Выберите, что это: снимок или согласие.'),
    }),
    bodyLimit: caseLimits.file + 64 * 1024,
    output: file,
  }),
  'GET /api/user/cases/{id}/files/{file}': defineCall({
    ...writer,
    summary: 'Файл моего случая',
    path: filePath,
    ...download,
  }),
  'POST /api/user/cases/{id}/files/{file}/remove': defineCall({
    ...writer,
    summary: 'Удалить файл; из текста черновика снимок тоже уходит',
    path: filePath,
    output: ownCase,
  }),
  'POST /api/user/cases/{id}/remarks': defineCall({
    ...ownChange,
    summary: 'Отметить замечание редактора учтённым или вернуть его; ответить на него',
    input: z.object({
      remark: id,
      resolved: z.boolean('Отметьте, учтено ли замечание.'),
      /** For the next editor; omitted: the earlier reply stays. */
      answer: z.optional(remarkAnswer.shape.answer),
    }),
  }),
  'POST /api/user/cases/{id}/close': defineCall({
    ...ownChange,
    summary: 'Закрыть вопрос коллегам исходом',
    input: questionOutcome,
  }),
  'GET /api/editors/cases': defineCall({
    ...editor,
    summary: 'Случаи на проверке, давние первыми; state=published показывает опубликованные',
    query: z.strictObject({
      ...pages,
      state: choice(['review', 'published'], 'Состояние').optional(),
    }),
    output: pageOf(queued).extend({ audience: z.enum(['doctors', 'verified']) }),
  }),
  'GET /api/editors/cases/problems': defineCall({
    ...editor,
    summary: 'Сообщения врачей о нарушениях в случаях',
    query: z.strictObject({ ...pages, state: choice(['new', 'closed'], 'Состояние').optional() }),
    output: pageOf(problem),
  }),
  'POST /api/editors/cases/problems/{id}': defineCall({
    ...editor,
    summary: 'Закрыть сообщение о нарушении или открыть снова',
    ...ofCase,
    input: z.object({ state: z.enum(['new', 'closed'], 'Выберите состояние.') }),
    output: nothing,
  }),
  'POST /api/editors/cases/answers/{id}/remove': defineCall({
    ...editor,
    summary: 'Убрать сообщение под случаем со всеми прежними словами',
    path: idPath,
    output: nothing,
  }),
  'GET /api/editors/cases/{id}': defineCall({
    ...editor,
    summary: 'Случай для проверки; черновики авторов редакция не видит',
    path: idPath,
    isHeavy: true,
    output: reviewedCase,
  }),
  'GET /api/editors/cases/{id}/files/{file}': defineCall({
    ...editor,
    summary: 'Файл случая на проверке, согласие в том числе',
    path: filePath,
    ...download,
  }),
  'POST /api/editors/cases/{id}/accept': defineCall({
    ...decision,
    summary: 'Принять и опубликовать; при CASES_REVIEWERS=2 нужны двое',
    input: z.object({
      version,
      checks: z
        .array(z.enum(codes(checklist)))
        .max(20)
        .refine(
          (given) => new Set(given).size === codes(checklist).length,
          'Отметьте каждый пункт проверки.',
        ),
    }),
  }),
  'POST /api/editors/cases/{id}/return': defineCall({
    ...decision,
    summary: 'Вернуть автору с замечаниями по разделам',
    input: z.object({
      version,
      remarks: z
        .array(
          z.object({
            field: z.enum(codes(caseSections), 'Выберите раздел.'),
            text: paragraphs('Напишите замечание.', 2000),
          }),
        )
        .min(1, 'Напишите хотя бы одно замечание.')
        .max(60, 'Не больше 60 замечаний.'),
    }),
  }),
  'POST /api/editors/cases/{id}/decline': defineCall({
    ...decision,
    summary: 'Отклонить с причиной',
    input: declining,
  }),
  'POST /api/editors/cases/{id}/archive': defineCall({
    ...decision,
    summary: 'Снять опубликованный случай с причиной',
    input: declining,
  }),
  'GET /api/signs': defineCall({
    access: 'doctor',
    cache: 'none',
    summary: 'Признаки HPO по-русски: по первым буквам слов, синонимам и номеру',
    query: z.strictObject({
      query: z.string().trim().max(100, 'не длиннее 100 знаков').default('').meta({ title: 'Запрос' }),
    }),
    output: z.array(
      z.object({ hpo: z.string(), title: z.string(), title_en: z.string(), synonyms: z.array(z.string()) }),
    ),
  }),
};
