import { letterOf, sortKey } from '#domain/alphabet.ts';
import { facetsOf } from '#domain/kinds/facets.ts';
import { cardOf, openPart, valuesAt, withComputed, type Kind } from '#domain/kinds/index.ts';
import type { FacetRow, LinkRow, RecordRow } from '../database/tables.ts';
import { recordOf } from './stored.ts';

type Fields = Record<string, unknown>;

/** The identifier by which importers know a record again, out of its own fields. */
export function externalOf(kind: Kind, fields: Fields): string | null {
  const value = kind.external && fields[kind.external.field];
  // Before the fields are checked, anything may stand there.
  const isIdentifier = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isIdentifier ? `${kind.external?.scheme}:${value}` : null;
}

export function orderOf(kind: Kind, fields: Fields): Pick<RecordRow, 'title_key' | 'letter' | 'newest_key'> {
  const title = String(fields.title);
  return {
    title_key: sortKey(title),
    letter: letterOf(title).slug,
    newest_key: kind.order.by === 'newest' ? ((fields[kind.order.field] as string | undefined) ?? '') : '',
  };
}

/** What others show of a record; closed fields never reach a card. */
export function cardTextOf(kind: Kind, row: RecordRow): string {
  return JSON.stringify(cardOf(kind, openPart(kind, withComputed(kind, recordOf(row)))));
}

export function linksOf(kind: Kind, id: number, fields: Fields): LinkRow[] {
  return Object.keys(kind.links).flatMap((field) =>
    [...new Set(valuesAt(fields, field))].map((to) => ({ from_id: id, field, to_id: Number(to) })),
  );
}

export function facetRowsOf(kind: Kind, id: number, fields: Fields): FacetRow[] {
  return facetsOf(kind, fields).map((facet) => ({ record_id: id, kind: kind.name, ...facet }));
}
