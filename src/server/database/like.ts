import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

/** Prefix or substring match; LIKE wildcards are literal. */
export function contains(
  column: Expression<string>,
  text: string,
  { from }: { from: 'start' | 'anywhere' },
): RawBuilder<SqlBool> {
  const escaped = text.replace(/[!%_]/g, '!$&');
  const pattern = `${from === 'anywhere' ? '%' : ''}${escaped}%`;
  return sql<SqlBool>`${column} like ${pattern} escape '!'`;
}
