/** Field types of a form, independent of zod. */
export type FieldType =
  | 'line'
  | 'prose'
  | 'picture'
  | 'number'
  | 'whole'
  | 'yes-no'
  | 'day'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'record'
  | 'records'
  | 'group'
  | 'list';

export interface FieldDescription {
  name: string;
  title: string;
  type: FieldType;
  isRequired: boolean;
  /** For doctors only. */
  isClosed?: boolean;
  /** Limits from the kind's schema. */
  longest?: number;
  most?: number;
  pattern?: string;
  from?: number;
  to?: number;
  /** Values to choose from, in their order. */
  choices?: { value: string; title: string }[];
  dictionary?: string;
  /** Kind of linked records. */
  linkTo?: string;
  /** Reference book of its codes. */
  codes?: string;
  /** A value as people write it. */
  example?: string;
  /** Fields of a group or of list items. */
  fields?: FieldDescription[];
}

/** A kind as used by editors' forms. */
export interface KindDescription {
  name: string;
  /** «Заболевание», «Заболевания». */
  one: string;
  many: string;
  path: string;
  /** Whether records have pages of their own. */
  hasPages: boolean;
  needsSecondEditor: boolean;
  /** Default months until the next review. */
  reviewMonths?: number;
  /** Field of the external identifier, which is unique. */
  identifier: string | null;
  fields: FieldDescription[];
  groups: { title: string; fields: string[] }[];
}
