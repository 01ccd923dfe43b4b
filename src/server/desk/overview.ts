import { countRows } from '../database/page.ts';
import type { Overview } from '#contract/desk.ts';
import { daysAfter, portalDay } from '#domain/dates.ts';
import { standingAlerts } from '../alerts/alerts.ts';
import type { ReadDatabase } from '../database/database.ts';
import { lastImports } from '../import/desk.ts';
import { authorsOfDraft, deskKinds, fieldTitle } from '../editors/record-view.ts';
import { topPages } from '../reads/sums.ts';
import { titleOf } from '../catalogue/names.ts';
import type { Caller } from '../request/caller.ts';
import {
  casesOnReview,
  countNew,
  draftRows,
  dueSoon,
  firstOf,
  newApplications,
  queuePreviewSize,
  titled,
  waitingFor,
} from './queues.ts';

/** The desk's home: own work, queues, overdue and broken records. */
export async function overviewFor(caller: Caller): Promise<Overview> {
  const { user } = caller;
  const db = caller.db;
  const today = portalDay(caller.now());
  return {
    alerts: user.type === 'admin' ? await standingAlerts(db) : [],
    drafts: await myDrafts(db, user.id),
    waiting: await waitingFor(db, user.id),
    due: await dueSoon(db, daysAfter(today, 30)),
    comments: await openComments(db),
    broken: await brokenLinks(db),
    reports: (await countNew(db, 'reports')).total,
    cases: await casesOnReview(db),
    applications: await newApplications(db),
    problems: (await countNew(db, 'case_problems')).total,
    imports: await lastImports(db, 5),
    read: await topPages(caller, 5),
  };
}

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
