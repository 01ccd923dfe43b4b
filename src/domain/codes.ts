/** A disease with its codes, as «Коды» and `GET /api/codes` answer with it. */
export interface CodedDisease {
  id: number;
  title: string;
  url: string;
  orpha: string;
  /** Whether it is a group of the classification, not a disorder. */
  is_group: boolean;
  codes: MappedCode[];
  /** Sources of the codes, with the day they were read. */
  sources: { title: string; url: string | null; date: string; fields: string[] }[];
}

/** A code of another classification; `relation` is that of the disease to it. */
export interface MappedCode {
  system: keyof typeof systemTitles;
  code: string;
  title: string | null;
  relation: CodeRelation;
}

export interface FoundCodes {
  query: string;
  total: number;
  items: CodedDisease[];
}

export const systemTitles = { icd10: 'МКБ-10', icd11: 'МКБ-11', omim: 'OMIM' } as const;

/** Meaning of a code for the disease, by the relation of the disease to it; best first. */
export const codeRelations = {
  exact: 'точно',
  narrower: 'код шире: включает и другие болезни',
  broader: 'код уже: относится лишь к части случаев',
  unknown: 'отношение не названо',
} as const;
export type CodeRelation = keyof typeof codeRelations;

/** Markup of the form of codes for pages of other sites (public/codes.js). */
export const embeddedForm = (
  site: string,
): string => `<form action="${new URL('/codes/', site).href}" data-orpha-codes>
  <input name="q" aria-label="Болезнь или код">
  <button>Найти код</button>
</form>
<script src="${new URL('/codes.js', site).href}" async></script>`;
