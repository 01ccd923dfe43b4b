import { z } from 'zod';
import { publicationModes } from '#domain/publication.ts';
import {
  admin,
  checkbox,
  download,
  editor,
  formNumber,
  namedRecord,
  pageOf,
  paging,
  requiredReason,
} from './common.ts';
import { defineCall } from './call.ts';
import { difference } from './editors.ts';
import { choice, wholeNumber, wholeNumberOr } from './query.ts';
import { idPath } from './record.ts';

/** A record for editors, with its public address if it has one. */
const named = namedRecord.extend({ url: z.string().nullable() });
export type NamedRecord = z.infer<typeof named>;

/** An outdated page with the record and field at fault; the last good page stays up. */
const problem = z.object({
  record: named.nullable(),
  field: z.string().nullable(),
  field_title: z.string().nullable(),
  message: z.string(),
  /** Address of the page; null when the record failed before rendering. */
  address: z.string().nullable(),
  since: z.string(),
});
export type PublicationProblem = z.infer<typeof problem>;

const entry = z.object({
  id: z.int(),
  mode: z.enum([...publicationModes, 'rollback']),
  /** `broken`: interrupted; readers keep the earlier pages. */
  state: z.enum(['running', 'live', 'broken']),
  started_at: z.string(),
  /** When the last page was delivered. */
  live_at: z.string().nullable(),
  /** From the editor's request to delivery of the last page. */
  milliseconds: z.int().nullable(),
  /** Sequence number of the last included change. */
  seq: z.int(),
  rendered: z.int(),
  changed: z.int(),
  removed: z.int(),
  records: z.array(named),
  message: z.string().nullable(),
});
export type PublicationLine = z.infer<typeof entry>;

const status = z.object({
  /**
   * `away`: this server has no publisher and serves another's release; `stopped`: an editor has stopped
   * publication, and changes wait until the next one.
   */
  state: z.enum(['idle', 'queued', 'running', 'stopped', 'away']),
  step: z.enum(['compiling', 'following', 'rendering', 'compressing', 'growing', 'delivering']).nullable(),
  done: z.int(),
  total: z.int(),
  /** Estimated seconds left in this step; null when unknown. */
  seconds_left: z.int().nullable(),
  live: z.object({ release: z.string(), seq: z.int(), pages: z.int(), at: z.string() }).nullable(),
  last: entry.nullable(),
  /** The first hundred addresses changed by the last publication. */
  addresses: z.array(z.string()),
  /** Unpublished changes, with the fields that differ. */
  next: z.array(
    named.extend({
      seq: z.int(),
      action: z.enum(['put', 'remove']),
      fields: z.array(z.object({ field: z.string(), title: z.string() })),
      author: z.string(),
      at: z.string(),
    }),
  ),
  next_total: z.int(),
  problems: z.array(problem),
});
export type PublicationStatus = z.infer<typeof status>;

const waitingChange = z.object({
  /** `new`: not published yet. */
  action: z.enum(['new', 'edit', 'remove', 'none']),
  differences: z.array(difference),
});
export type WaitingChange = z.infer<typeof waitingChange>;

const purge = z.object({
  id: z.int(),
  publication_id: z.int(),
  addresses: z.array(z.string()),
  total: z.int(),
  state: z.enum(['waiting', 'failed', 'given-up', 'sent']),
  created_at: z.string(),
  attempts: z.int(),
  /** Last HTTP status of the cache; null without a response. */
  status: z.int().nullable(),
  sent_at: z.string().nullable(),
  due_at: z.string().nullable(),
  problem: z.string().nullable(),
});
export type Purge = z.infer<typeof purge>;

const rolledBack = z.object({
  /** Restored records; with `dry_run`, those that would be. */
  changed: z.int(),
  records: z.array(named.extend({ from_version: z.int(), to_version: z.int().nullable() })),
  /** Records whose kind needs a second editor: the earlier version becomes a draft in review. */
  for_review: z.array(named),
  /** Records that cannot be restored, and why; if there are any, nothing is written. */
  refused: z.array(named.extend({ message: z.string() })),
});
export type RolledBack = z.infer<typeof rolledBack>;

export const publicationContract = {
  'GET /api/editors/publication': defineCall({
    ...editor,
    summary:
      'Публикация сейчас: что видят читатели, что идёт, что следующее, какие записи не удалось построить',
    output: status,
  }),
  'GET /api/editors/publication/events': defineCall({
    ...editor,
    isHeavy: true,
    summary:
      'То же событиями (text/event-stream, событие status) по мере хода; без for — одно событие, с ним поток держится столько секунд',
    query: z.strictObject({ for: wholeNumberOr(0, 'Сколько секунд держать поток', [0, 600]) }),
    ...download,
  }),
  'POST /api/editors/publication': defineCall({
    ...editor,
    summary: 'Опубликовать сейчас то, что ждёт; изменения и без того публикуются сами',
    input: z.object({ mode: z.literal('content').default('content') }),
    output: status,
  }),
  'POST /api/editors/publication/stop': defineCall({
    ...editor,
    summary:
      'Остановить долгую публикацию между частями страниц: что не обновлено, ждёт, пока публикацию не попросят снова',
    output: status,
  }),
  'GET /api/editors/publication/waiting/{id}': defineCall({
    ...editor,
    summary: 'Чем запись отличается от того, что видят читатели: по полям, было и стало',
    path: idPath,
    output: waitingChange,
  }),
  'POST /api/admin/publication': defineCall({
    ...admin,
    summary:
      'full — построить весь сайт заново; verify — сравнить все страницы с построенными заново и починить',
    input: z.object({ mode: z.enum(['full', 'verify'], 'нужно full или verify') }),
    output: status,
  }),
  'GET /api/editors/publications': defineCall({
    ...editor,
    summary: 'История публикаций, новые первыми; record — только те, в которых была эта запись',
    query: z.strictObject({
      record: wholeNumber('Номер записи', [1, 999_999_999]).optional(),
      ...paging(50),
    }),
    output: pageOf(entry),
  }),
  'GET /api/editors/publications/{id}': defineCall({
    ...editor,
    summary: 'Одна публикация: все изменённые и снятые адреса',
    path: idPath,
    output: entry.extend({ addresses: z.array(z.string()), removed_addresses: z.array(z.string()) }),
  }),
  'GET /api/editors/purges': defineCall({
    ...editor,
    summary: 'Что и когда сказано кэшу (PURGE_URL): адреса, попытки, ответ; is_on — есть ли кому говорить',
    query: z.strictObject({
      state: choice(['waiting', 'sent'], 'Отправлено или ждёт').optional(),
      ...paging(50),
    }),
    output: pageOf(purge).extend({ is_on: z.boolean() }),
  }),
  'POST /api/editors/purges/{id}/repeat': defineCall({
    ...editor,
    summary: 'Сказать кэшу об этих адресах ещё раз',
    path: idPath,
    output: purge,
  }),
  'POST /api/admin/rollback': defineCall({
    ...admin,
    summary:
      'Вернуть весь каталог к тому, что видели читатели после публикации с этим номером: новыми версиями, все или ничего',
    input: z.object({
      publication: formNumber('нужно число').min(1).max(2_147_483_647).meta({ title: 'Номер публикации' }),
      reason: requiredReason,
      dry_run: checkbox(),
    }),
    output: rolledBack,
  }),
};
