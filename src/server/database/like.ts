import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

/** Whether a column holds this text, at its start or anywhere; signs that LIKE knows mean themselves. */
export function contains(
  column: Expression<string>,
  text: string,
  { from }: { from: 'start' | 'anywhere' },
): RawBuilder<SqlBool> {
  const escaped = text.replace(/[!%_]/g, '!$&');
  const pattern = `${from === 'anywhere' ? '%' : ''}${escaped}%`;
  return sql<SqlBool>`${column} like ${pattern} escape '!'`;
}
