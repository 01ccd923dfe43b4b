import type { ImportFileLine } from './draft.ts';
import type { ImportInput } from './input.ts';
import type { Overlays } from '../catalogue/overlays.ts';

export interface Format {
  name: string;
  title: string;
  /** Contents of the file, for editors. */
  expects: string;
  isLike: (start: string) => boolean;
  /** Files to read in a folder; without it, the format reads a file. */
  files?: RegExp;
  read: (input: ImportInput, context: ImportContext) => AsyncIterable<ImportFileLine>;
}

export interface ImportContext {
  overlays: Overlays;
  /** Records of a kind with the given fields, without archived ones. */
  recordsOf: (kind: string) => Promise<readonly KnownRecord[]>;
  terms: (vocabulary: string) => Promise<ReadonlyMap<string, string>>;
  today: string;
}

export interface KnownRecord {
  id: number;
  external: string | null;
  fields: Readonly<Record<string, unknown>>;
}
