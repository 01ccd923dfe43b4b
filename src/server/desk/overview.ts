import type { Overview } from '#contract/desk.ts';
import { daysAfter } from '#domain/dates.ts';
import type { DeskSection } from '#domain/desk.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { getKind, publicKinds } from '#domain/kinds/index.ts';
import { standingAlerts } from '../alerts/alerts.ts';
import type { ReadDatabase } from '../database/database.ts';
import { readContent } from '../cases/content.ts';
import { lastImports } from '../import/desk.ts';
import { countTroubledLetters } from './letters.ts';
import { titleOf } from '../catalogue/names.ts';
import { peopleOf } from '../account/people.ts';
import type { Caller } from '../request/caller.ts';

const shown = 8;
const deskKinds = publicKinds.map(({ name }) => name);

/** What an editor sees first: their own work, what others wait for, what is getting old or broken. */
export async function overviewFor(caller: Caller): Promise<Overview> {
  const { user } = caller;
  const db = caller.db;
  const today = caller.now().toISOString().slice(0, 10);
  return {
    alerts: user.type === 'admin' ? await standingAlerts(db) : [],
    drafts: await myDrafts(db, user.id),
    waiting: await waitingFor(db, user.id),
    due: await dueSoon(db, daysAfter(today, 30)),
    broken: await brokenLinks(db),
    outer: {
      is_on: caller.settings.LINKS_CHECK === 'daily',
      total: await brokenOuterLinks(db),
    },
    reports: await newReports(db),
    cases: await casesOnReview(db),
    applications: await newApplications(db),
    problems: await caseProblems(db),
    imports: await lastImports(db, 5),
  };
}

/** Numbers for the rail: drafts and cases that wait for an editor, what is reported of cases, reports and applications that nobody has answered. */
export async function countsFor(caller: Caller): Promise<{ section: DeskSection; count: number }[]> {
  const { user, database } = caller;
  const db = database.kysely;
  const { total } = await waitingFor(db, user.id);
  return [
    { section: 'delivery', count: await countTroubledLetters(db) },
    { section: 'overview', count: total },
    { section: 'cases', count: (await casesOnReview(db)).total + (await caseProblems(db)) },
    { section: 'inbox', count: (await newReports(db)) + (await newApplications(db)).total },
  ];
}

const draftRows = (db: ReadDatabase) =>
  db
    .selectFrom('drafts as d')
    .innerJoin('records as r', 'r.id', 'd.record_id')
    .where('r.kind', 'in', deskKinds);

async function myDrafts(db: ReadDatabase, userId: number): Promise<Overview['drafts']> {
  const rows = await draftRows(db)
    .select(['r.id', 'r.kind', 'r.card', 'd.updated_at', 'd.status', 'd.note', 'd.authors'])
    .orderBy('d.updated_at', 'desc')
    .execute();
  const mine = rows.filter(({ authors }) => (JSON.parse(authors) as number[]).includes(userId));
  return {
    total: mine.length,
    items: mine.slice(0, shown).map(({ id, kind, card, updated_at, status, note }) => ({
      id,
      kind,
      title: titleOf(card),
      updated_at,
      status: status as 'draft' | 'review',
      note,
    })),
  };
}

async function waitingFor(db: ReadDatabase, userId: number): Promise<Overview['waiting']> {
  const rows = await draftRows(db)
    .select(['r.id', 'r.kind', 'r.card', 'd.updated_at', 'd.note', 'd.authors', 'd.author_id'])
    .where('d.status', '=', 'review')
    .orderBy('d.updated_at')
    .execute();
  const others = rows.filter(({ authors }) => !(JSON.parse(authors) as number[]).includes(userId));
  const person = await peopleOf(
    db,
    others.map(({ author_id }) => author_id),
  );
  return {
    total: others.length,
    items: others.slice(0, shown).map(({ id, kind, card, updated_at, note, author_id }) => ({
      id,
      kind,
      title: titleOf(card),
      updated_at,
      note,
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
  const { total } = await due
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await due
    .select(['id', 'kind', 'card', 'review_due'])
    .orderBy('review_due')
    .limit(shown)
    .execute();
  return {
    total: Number(total),
    items: rows.map(({ id, kind, card, review_due }) => ({
      id,
      kind,
      title: titleOf(card),
      review_due: review_due ?? '',
    })),
  };
}

/** Links of published records to records that readers cannot open. */
async function brokenLinks(db: ReadDatabase): Promise<Overview['broken']> {
  const broken = db
    .selectFrom('links as l')
    .innerJoin('records as f', 'f.id', 'l.from_id')
    .innerJoin('records as t', 't.id', 'l.to_id')
    .where('f.state', '=', 'published')
    .where('t.state', '!=', 'published')
    .where('f.kind', 'in', deskKinds);
  const { total } = await broken
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
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
    .limit(shown)
    .execute();
  return {
    total: Number(total),
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: titleOf(row.card),
      field:
        describeKind(getKind(row.kind)).fields.find(({ name }) => name === row.field)?.title ?? row.field,
      to: { id: row.to_id, kind: row.to_kind, title: titleOf(row.to_card), state: row.to_state },
    })),
  };
}

async function brokenOuterLinks(db: ReadDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('outer_links')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('since', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function newReports(db: ReadDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What authors have sent and nobody has decided on. */
async function casesOnReview(db: ReadDatabase): Promise<Overview['cases']> {
  const rows = await db
    .selectFrom('cases')
    .select(['id', 'data', 'submitted_at', 'updated_at'])
    .where('state', '=', 'review')
    .orderBy('submitted_at')
    .execute();
  return {
    total: rows.length,
    items: rows.slice(0, shown).map(({ id, data, submitted_at, updated_at }) => ({
      id,
      title: readContent(data).title,
      since: submitted_at ?? updated_at,
    })),
  };
}

async function newApplications(db: ReadDatabase): Promise<Overview['applications']> {
  const { count, since } = await db
    .selectFrom('applications')
    .select((eb) => [eb.fn.countAll<number | string>().as('count'), eb.fn.min('created_at').as('since')])
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
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
  return { total: Number(count), since, due };
}

async function caseProblems(db: ReadDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('case_problems')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('state', '=', 'new')
    .executeTakeFirstOrThrow();
  return Number(count);
}
