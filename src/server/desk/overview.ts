import { countRows } from '../database/page.ts';
import type { Overview } from '#contract/desk.ts';
import { standingAlerts } from '../alerts/alerts.ts';
import type { ReadDatabase } from '../database/database.ts';
import { lastImports } from '../import/desk.ts';
import { authorsOfDraft, deskKinds, fieldTitle } from '../editors/record-view.ts';
import { topPages } from '../reads/sums.ts';
import { titleOf } from '../catalogue/names.ts';
import type { Handlers } from '../request/caller.ts';
import { countTroubledLetters } from './letters.ts';
import { draftRows, firstOf, queuePreviewSize, readQueues, titled } from './queues.ts';

export const overviewHandlers = {
  /** The desk's home: own work, queues, overdue and broken records. */
  'GET /api/editors/overview': async (caller) => {
    const { db, user } = caller;
    const { review, reports, problems, ...queues } = await readQueues(caller);
    return {
      ...queues,
      alerts: user.type === 'admin' ? await standingAlerts(db) : [],
      drafts: await myDrafts(db, user.id),
      waiting: review,
      comments: await openComments(db),
      broken: await brokenLinks(db),
      reports: reports.total,
      problems: problems.total,
      imports: await lastImports(db, 5),
      read: await topPages(caller, 5),
    };
  },
  /** Counts for the desk's menu. */
  'GET /api/editors/counts': async (caller) => {
    const { review, cases, problems, reports, applications } = await readQueues(caller);
    return [
      { section: 'delivery', count: await countTroubledLetters(caller.db) },
      { section: 'overview', count: review.total },
      { section: 'cases', count: cases.total + problems.total },
      { section: 'inbox', count: reports.total + applications.total },
    ];
  },
} satisfies Partial<Handlers>;

async function myDrafts(db: ReadDatabase, userId: number): Promise<Overview['drafts']> {
  const rows = await draftRows(db)
    .select('d.status')
    .$narrowType<{ status: 'draft' | 'review' }>()
    .orderBy('d.updated_at', 'desc')
    .execute();
  const { total, items } = firstOf(rows.filter((row) => authorsOfDraft(row).includes(userId)));
  return { total, items: items.map(({ authors: _authors, ...row }) => titled(row)) };
}

async function openComments(db: ReadDatabase): Promise<Overview['comments']> {
  const rows = await db
    .selectFrom('record_comments as c')
    .innerJoin('records as r', 'r.id', 'c.record_id')
    .select(['r.id', 'r.kind', 'r.card'])
    .select((eb) => [eb.fn.countAll<number | string>().as('open'), eb.fn.max('c.created_at').as('at')])
    .where('c.parent_id', 'is', null)
    .where('c.resolved_at', 'is', null)
    .groupBy(['r.id', 'r.kind', 'r.card'])
    .orderBy('at', 'desc')
    .execute();
  const { total, items } = firstOf(rows);
  return { total, items: items.map((row) => ({ ...titled(row), open: Number(row.open) })) };
}

/** Links of published records to unpublished ones. */
async function brokenLinks(db: ReadDatabase): Promise<Overview['broken']> {
  const broken = db
    .selectFrom('links as l')
    .innerJoin('records as f', 'f.id', 'l.from_id')
    .innerJoin('records as t', 't.id', 'l.to_id')
    .where('f.state', '=', 'published')
    .where('t.state', '!=', 'published')
    .where('f.kind', 'in', deskKinds);
  const total = await countRows(broken);
  const rows = await broken
    .select([
      'f.id',
      'f.kind',
      'f.card',
      'l.field',
      't.id as to_id',
      't.kind as to_kind',
      't.card as to_card',
      't.state as to_state',
    ])
    .orderBy('f.id')
    .limit(queuePreviewSize)
    .execute();
  return {
    total,
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: titleOf(row.card),
      field: fieldTitle(row.kind, row.field) ?? row.field,
      to: { id: row.to_id, kind: row.to_kind, title: titleOf(row.to_card), state: row.to_state },
    })),
  };
}
