/** Catalogue data for the signs aid. */

/** A disease: record id, Orphanet number, title, leading gene, payer. */
export type DiseaseRow = readonly [
  id: number,
  orpha: number,
  title: string,
  gene: string,
  payers: readonly string[],
];

/** A record with its disease ids. */
export type SignLinkRow = readonly [id: number, title: string, diseases: readonly number[]];

export interface SignLinks {
  tests: readonly SignLinkRow[];
  drugs: readonly SignLinkRow[];
  studies: readonly SignLinkRow[];
  clinics: readonly SignLinkRow[];
}

/** Addresses of the files; the offline shells of lists cache them. */
export const diseasesAddress = (shard: number): string => `/diagnostics/signs/diseases-${shard}.json`;
export const linksAddress = '/diagnostics/signs/links.json';
export const isSignRecords = (address: string): boolean =>
  /^\/diagnostics\/signs\/(?:diseases-\d|links)\.json$/.test(address);

export interface LinkedRecord {
  id: number;
  title: string;
}

export interface KnownDisease {
  id: number;
  title: string;
  gene: string;
  payers: readonly string[];
  tests: readonly LinkedRecord[];
  drugs: readonly LinkedRecord[];
  studies: readonly LinkedRecord[];
  clinics: readonly LinkedRecord[];
}

/** By code: ORPHA:355. */
export function joinRecords(rows: readonly DiseaseRow[], links: SignLinks): Map<string, KnownDisease> {
  const by = (list: readonly SignLinkRow[]) => {
    const found = new Map<number, LinkedRecord[]>();
    for (const [id, title, diseases] of list)
      for (const disease of diseases) found.set(disease, [...(found.get(disease) ?? []), { id, title }]);
    return (id: number) => found.get(id) ?? [];
  };
  const [tests, drugs, studies, clinics] = [links.tests, links.drugs, links.studies, links.clinics].map(by);
  return new Map(
    rows.map(([id, orpha, title, gene, payers]) => [
      `ORPHA:${orpha}`,
      {
        id,
        title,
        gene,
        payers,
        tests: tests!(id),
        drugs: drugs!(id),
        studies: studies!(id),
        clinics: clinics!(id),
      },
    ]),
  );
}
