import { deskCsvOf } from '#domain/exports/csv.ts';
import { audit } from '../audit/audit.ts';
import { recordDataReads } from '../account/data-reads.ts';
import { chunks } from '../database/chunks.ts';
import type { Handlers } from '../request/caller.ts';

const columns = [
  'id',
  'user_id',
  'email',
  'purpose',
  'text',
  'document',
  'version',
  'sha256',
  'given_at',
  'withdrawn_at',
  'ip',
  'agent',
] as const;

export const consentHandlers = {
  'GET /api/editors/consents': async (caller) => {
    const { database } = caller;
    const rows = await database.kysely
      .selectFrom('consents')
      .innerJoin('users', 'users.id', 'consents.user_id')
      .selectAll('consents')
      .select('users.email')
      .orderBy('consents.id')
      .execute();
    // Reporters have no account; the address is deleted some time after the answer, the consent is kept.
    const ofReports = await database.kysely
      .selectFrom('report_consents')
      .innerJoin('reports', 'reports.id', 'report_consents.report_id')
      .selectAll('report_consents')
      .select('reports.email')
      .orderBy('report_id')
      .execute();
    const people = [...new Set(rows.map(({ user_id: id }) => id))];
    await database.transaction(async (tx) => {
      await audit(tx, caller, 'consents exported');
      for (const userIds of chunks(people, 500))
        await recordDataReads(tx, caller, {
          userIds,
          fields: ['email', 'ip', 'agent'],
          place: 'consents',
        });
    });
    const body = Buffer.from(
      deskCsvOf(
        columns,
        [
          ...rows,
          ...ofReports.map((row) => ({
            ...row,
            id: `report ${row.report_id}`,
            user_id: null,
            purpose: 'report',
            withdrawn_at: null,
          })),
        ].map((row) => columns.map((name) => row[name])),
      ),
    );
    return { type: 'text/csv; charset=utf-8', body, name: 'consents.csv' };
  },
} satisfies Partial<Handlers>;
