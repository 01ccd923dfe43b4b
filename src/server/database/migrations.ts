import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { catalogue } from './migrations/2026-11-21-catalogue.ts';
import { people } from './migrations/2026-11-22-people.ts';
import { searchMisses } from './migrations/2026-11-23-search-misses.ts';
import { account } from './migrations/2026-11-24-account.ts';
import { digests } from './migrations/2026-11-25-digests.ts';
import { cases } from './migrations/2026-11-26-cases.ts';
import { editors } from './migrations/2026-11-27-editors.ts';
import { reports } from './migrations/2026-11-28-reports.ts';
import { revisionFields } from './migrations/2026-11-28-revision-fields.ts';
import { publications } from './migrations/2026-11-29-publications.ts';
import { imports } from './migrations/2026-11-30-imports.ts';
import { desk } from './migrations/2026-12-01-desk.ts';
import { caseReaders } from './migrations/2026-12-02-case-readers.ts';
import { guidelines } from './migrations/2026-12-03-guidelines.ts';
import { accountLife } from './migrations/2026-12-03-account-life.ts';
import { caseConsents } from './migrations/2026-12-04-case-consents.ts';
import { reportConsents } from './migrations/2026-12-05-report-consents.ts';
import { policyReports } from './migrations/2026-12-05-policy-reports.ts';
import { deskOrders } from './migrations/2026-12-05-desk-orders.ts';
import { watching } from './migrations/2026-12-05-watching.ts';
import { passkeyChallenges } from './migrations/2026-12-05-passkey-challenges.ts';
import { derived } from './migrations/2026-12-07-derived.ts';
import { searchAnswers } from './migrations/2026-12-08-search-answers.ts';
import { notifications } from './migrations/2026-12-09-notifications.ts';
import { caseDiscussion } from './migrations/2026-12-10-case-discussion.ts';
import { addressFreeze } from './migrations/2026-12-11-address-freeze.ts';
import { caseSpecialities } from './migrations/2026-12-11-case-specialities.ts';
import { reviewDates } from './migrations/2026-12-12-review-dates.ts';
import { caseRounds } from './migrations/2026-12-16-case-rounds.ts';
import { siteWords } from './migrations/2026-12-17-site-words.ts';
import { family } from './migrations/2026-12-18-family.ts';
import { pausedNotices } from './migrations/2026-12-19-paused-notices.ts';
import { importColumns } from './migrations/2026-12-20-import-columns.ts';
import { pictureSizes } from './migrations/2026-12-20-picture-sizes.ts';
import { questionTerm } from './migrations/2026-12-20-question-term.ts';
import { recordComments } from './migrations/2026-12-20-record-comments.ts';
import { broadcasts } from './migrations/2026-12-21-broadcasts.ts';
import { weekTold } from './migrations/2026-12-22-week-told.ts';
import { caseCollections } from './migrations/2026-12-24-case-collections.ts';
import { pageReads } from './migrations/2026-12-26-page-reads.ts';
import { documentsRenewed } from './migrations/2026-12-27-documents-renewed.ts';
import { step, type MigrationStep } from './migrations/step.ts';
import { pausedBy } from './migrations/2026-12-28-paused-by.ts';
import { auditPseudonyms } from './migrations/2026-12-29-audit-pseudonyms.ts';
import { presencePages } from './migrations/2027-01-02-presence-pages.ts';
import { usedCodes } from './migrations/2027-01-03-used-codes.ts';
import { unreadTables } from './migrations/2027-01-04-unread-tables.ts';
import { standardNames } from './migrations/2026-12-31-standard-names.ts';

/** A step done at start by recomputing derived data (`catalogue/derived.ts`). */
const nothing = step('');

/** All migrations in order. */
const steps: Record<string, MigrationStep> = {
  '2026-11-21-catalogue': catalogue,
  '2026-11-22-people': people,
  '2026-11-23-search-misses': searchMisses,
  '2026-11-24-account': account,
  '2026-11-25-digests': digests,
  '2026-11-26-cases': cases,
  '2026-11-27-editors': editors,
  '2026-11-28-reports': reports,
  '2026-11-28-revision-fields': revisionFields,
  '2026-11-29-publications': publications,
  '2026-11-30-imports': imports,
  '2026-12-01-desk': desk,
  '2026-12-02-case-readers': caseReaders,
  '2026-12-03-guidelines': guidelines,
  '2026-12-03-account-life': accountLife,
  '2026-12-04-case-consents': caseConsents,
  '2026-12-05-report-consents': reportConsents,
  '2026-12-05-policy-reports': policyReports,
  '2026-12-05-desk-orders': deskOrders,
  '2026-12-05-watching': watching,
  '2026-12-05-passkey-challenges': passkeyChallenges,
  '2026-12-06-tiers': nothing,
  '2026-12-07-derived': derived,
  '2026-12-08-search-answers': searchAnswers,
  '2026-12-09-notifications': notifications,
  '2026-12-10-case-discussion': caseDiscussion,
  '2026-12-11-address-freeze': addressFreeze,
  '2026-12-11-case-specialities': caseSpecialities,
  '2026-12-12-review-dates': reviewDates,
  '2026-12-16-case-rounds': caseRounds,
  '2026-12-17-site-words': siteWords,
  '2026-12-18-family': family,
  '2026-12-19-paused-notices': pausedNotices,
  '2026-12-20-import-columns': importColumns,
  '2026-12-20-picture-sizes': pictureSizes,
  '2026-12-20-question-term': questionTerm,
  '2026-12-20-record-comments': recordComments,
  '2026-12-21-broadcasts': broadcasts,
  '2026-12-22-week-told': weekTold,
  '2026-12-24-case-collections': caseCollections,
  '2026-12-26-page-reads': pageReads,
  '2026-12-27-documents-renewed': documentsRenewed,
  '2026-12-28-paused-by': pausedBy,
  '2026-12-29-audit-pseudonyms': auditPseudonyms,
  '2026-12-31-standard-names': standardNames,
  '2027-01-02-presence-pages': presencePages,
  '2027-01-03-used-codes': usedCodes,
  '2027-01-04-unread-tables': unreadTables,
};
export const knownMigrations: readonly string[] = Object.keys(steps);

/** Applies all migrations, or the named ones, within the transaction. */
export async function migrate(
  db: Kysely<never>,
  dialect: Dialect,
  names: readonly string[] = knownMigrations,
): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(steps)
      .filter(([name]) => names.includes(name))
      .map(([name, make]) => [name, make(dialect)]),
  );
  const migrator = new Migrator({
    db,
    // Migrations of parallel branches may land in any order and are independent.
    allowUnorderedMigrations: true,
    provider: { getMigrations: async () => migrations },
    // Without the schema name, the migrator would use another schema's tables.
    ...(dialect === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function currentSchema(db: Kysely<never>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
