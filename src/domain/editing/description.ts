/** How a field is written: what a form needs to know of it and nothing of zod. */
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
  /** Only doctors read it. */
  isClosed?: boolean;
  /** What is refused otherwise, as the kind says it. */
  longest?: number;
  most?: number;
  pattern?: string;
  from?: number;
  to?: number;
  /** Values to choose from, in their order. */
  choices?: { value: string; title: string }[];
  /** The dictionary of the database that gives the choices. */
  dictionary?: string;
  /** Kind of the records that it links to. */
  linkTo?: string;
  /** Reference book in which its codes are looked up. */
  codes?: string;
  /** Fields of a group, or of each item of a list. */
  fields?: FieldDescription[];
}

/** A kind as an editor's form reads it. */
export interface KindDescription {
  name: string;
  /** «Заболевание», «Заболевания». */
  one: string;
  many: string;
  path: string;
  /** Whether a record has a page of its own, or stands in the list. */
  hasPages: boolean;
  /** Another editor must look before it is published. */
  needsSecondEditor: boolean;
  /** After how many months a record is looked at again where the editor names no day. */
  reviewMonths?: number;
  /** The field by which a record is known outside: no two have the same. */
  identifier: string | null;
  fields: FieldDescription[];
  /** The fields by name, as a form groups them. */
  groups: { title: string; fields: string[] }[];
}
