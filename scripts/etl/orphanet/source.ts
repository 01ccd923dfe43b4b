import type { Source } from '#domain/kinds/index.ts';

export interface Edition {
  version: string | undefined;
  date: string;
}

/** An Orphanet source of an edition for these fields. */
export function orphanetSource(title: string, { version, date }: Edition, fields: readonly string[]): Source {
  return {
    title,
    publisher: 'Orphanet, INSERM',
    url: 'https://www.orphadata.com/',
    licence: 'CC BY 4.0',
    ...(version === undefined ? {} : { version }),
    date,
    fields: [...fields],
  };
}
