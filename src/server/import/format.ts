import type { ImportFileLine } from './draft.ts';
import type { ImportInput } from './input.ts';
import type { Overlays } from '../catalogue/overlays.ts';

/** A supported file format. */
export interface Format {
  name: string;
  /** Label for the operator. */
  title: string;
  /** Contents of the file, for editors. */
  expects: string;
  /** Recognises the start of a file. */
  isLike: (start: string) => boolean;
  /** Files to read in a folder; without it, the format reads a file. */
  files?: RegExp;
  read: (input: ImportInput, context: ImportContext) => AsyncIterable<ImportFileLine>;
}

/** Catalogue lookups of formats. */
export interface ImportContext {
  overlays: Overlays;
  /** Records of a kind with the given fields, without archived ones. */
  recordsOf: (kind: string) => Promise<readonly KnownRecord[]>;
  /** Titles of a vocabulary by code. */
  terms: (vocabulary: string) => Promise<ReadonlyMap<string, string>>;
  today: string;
}

export interface KnownRecord {
  id: number;
  external: string | null;
  fields: Readonly<Record<string, unknown>>;
}
