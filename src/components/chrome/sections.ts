import { publicKinds, type Kind } from '#domain/kinds/index.ts';

/** A kind by the first word of its addresses: 'deseases', 'page'. */
const bySection = new Map(publicKinds.map((kind) => [kind.path.slice(1, -1), kind]));

export const findSection = (section: string | undefined): Kind | undefined => bySection.get(section ?? '');
export const sections = [...bySection.keys()];
/** Sections whose records have pages of their own. */
export const sectionsWithPages = [...bySection].flatMap(([section, kind]) =>
  kind.keyedBy === null ? [] : [{ section, kind }],
);
/** Sections that are lists of records; what the portal says of itself stands on a page of its own making. */
export const listedSections = [...bySection].flatMap(([section, kind]) =>
  kind.keyedBy === 'code' ? [] : [{ section, kind }],
);
