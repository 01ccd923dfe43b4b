import { sql } from 'kysely';
import { countRows } from '../database/page.ts';
import type { Overview } from '#contract/desk.ts';
import type { Today } from '#contract/today.ts';
import { daysAfter, portalDay } from '#domain/dates.ts';
import type { DeskQueue } from '#domain/desk.ts';
import { peopleOf } from '../account/people.ts';
import { standingAlerts } from '../alerts/alerts.ts';
import { readContent } from '../cases/content.ts';
import { titleOf } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import { authorsOfDraft, deskKinds, fieldTitle } from '../editors/record-view.ts';
import { lastImports } from '../import/desk.ts';
import { topPages } from '../reads/sums.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { countTroubledLetters } from './letters.ts';

const queuePreviewSize = 8;

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

/** Queues with the longest wait and nearest deadline; empty ones are left out. */
export async function queuesFor(caller: Caller): Promise<NonNullable<Today['queues']>> {
  const at = caller.now().toISOString();
  const { review, cases, problems, applications, reports, due } = await readQueues(caller);
  const queues: { code: DeskQueue; total: number; since?: string | null; due?: string | null }[] = [
    { code: 'applications', ...applications },
    { code: 'cases', total: cases.total, since: cases.items[0]?.since ?? null },
    { code: 'problems', ...problems },
    { code: 'review', total: review.total, since: review.items[0]?.updated_at ?? null },
    { code: 'reports', ...reports },
    { code: 'due', total: due.total, due: due.items[0]?.review_due ?? null },
  ];
  return queues
    .filter(({ total }) => total > 0)
    .map(({ code, total, since = null, due: until = null }) => ({
      code,
      count: total,
      since,
      due: until,
      // A day ends at midnight, a moment at once.
      over: until !== null && until < at.slice(0, until.length),
    }));
}

async function readQueues({ db, user, now }: Caller) {
  const [review, cases, problems, applications, reports, due] = await Promise.all([
    waitingFor(db, user.id),
    casesOnReview(db),
    countNew(db, 'case_problems'),
    newApplications(db),
    countNew(db, 'reports'),
    dueSoon(db, daysAfter(portalDay(now()), 30)),
  ]);
  return { review, cases, problems, applications, reports, due };
}

const firstOf = <Row>(rows: readonly Row[]) => ({
  total: rows.length,
  items: rows.slice(0, queuePreviewSize),
});

const titled = <Row extends { card: string }>({ card, ...row }: Row) => ({
  ...row,
  title: titleOf(card),
});

const draftRows = (db: ReadDatabase) =>
  db
    .selectFrom('drafts as d')
    .innerJoin('records as r', 'r.id', 'd.record_id')
    .where('r.kind', 'in', deskKinds)
    .select(['r.id', 'r.kind', 'r.card', 'd.updated_at', 'd.note', 'd.authors']);

/** Drafts of others for a second review, longest wait first. */
async function waitingFor(db: ReadDatabase, userId: number): Promise<Overview['waiting']> {
  const rows = await draftRows(db)
    .select('d.author_id')
    .where('d.status', '=', 'review')
    .orderBy('d.updated_at')
    .execute();
  const { total, items } = firstOf(rows.filter((row) => !authorsOfDraft(row).includes(userId)));
  const person = await peopleOf(
    db,
    items.map(({ author_id }) => author_id),
  );
  return {
    total,
    items: items.map(({ authors: _authors, author_id, ...row }) => ({
      ...titled(row),
      author: person(author_id)?.name ?? 'Бывший сотрудник',
    })),
  };
}

async function dueSoon(db: ReadDatabase, until: string): Promise<Overview['due']> {
  const due = db
    .selectFrom('records')
    .where('kind', 'in', deskKinds)
    .where('state', '=', 'published')
    .where('review_due', '<=', until);
  const rows = await due
    .select(['id', 'kind', 'card', 'review_due'])
    .$narrowType<{ review_due: string }>()
    .orderBy('review_due')
    .limit(queuePreviewSize)
    .execute();
  return { total: await countRows(due), items: rows.map(titled) };
}

/** Number of new rows, and time of the oldest. */
async function countNew(db: ReadDatabase, table: 'reports' | 'applications' | 'case_problems') {
  const state = sql.ref(table === 'case_problems' ? 'state' : 'status');
  const { rows } = await sql<{ total: number | string; since: string | null }>`
    select count(*) as total, min(created_at) as since from ${sql.table(table)} where ${state} = 'new'`.execute(
    db,
  );
  return { total: Number(rows[0]?.total), since: rows[0]?.since ?? null };
}

/** Submitted cases without a decision. */
async function casesOnReview(db: ReadDatabase): Promise<Overview['cases']> {
  const rows = await db
    .selectFrom('cases')
    .select(['id', 'data', 'submitted_at', 'updated_at'])
    .where('state', '=', 'review')
    .orderBy('submitted_at')
    .execute();
  const { total, items } = firstOf(rows);
  return {
    total,
    items: items.map(({ id, data, submitted_at, updated_at }) => ({
      id,
      title: readContent(data).title,
      since: submitted_at ?? updated_at,
    })),
  };
}

async function newApplications(db: ReadDatabase): Promise<Overview['applications']> {
  const { due } = await db
    .selectFrom('verifications')
    .innerJoin('applications', 'applications.id', 'verifications.application_id')
    .select((eb) => eb.fn.min('verifications.due_at').as('due'))
    .where('applications.status', 'in', ['new', 'work'])
    .where('verifications.decision', 'is', null)
    .where((eb) =>
      eb.or([
        eb('verifications.way', '=', 'document'),
        eb('verifications.email_confirmed_at', 'is not', null),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { ...(await countNew(db, 'applications')), due };
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
