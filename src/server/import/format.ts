import type { ImportFileLine } from './draft.ts';
import type { ImportInput } from './input.ts';
import type { Overlays } from '../catalogue/overlays.ts';

/** A kind of file that the portal can take in. */
export interface Format {
  name: string;
  /** What the operator reads in the list of formats. */
  title: string;
  /** What stands in the file, in a sentence for an editor. */
  expects: string;
  /** Whether a file that begins so is likely one of these. */
  isLike: (start: string) => boolean;
  takesFolder?: boolean;
  /** Which files of a folder are read. */
  files?: RegExp;
  read: (input: ImportInput, context: ImportContext) => AsyncIterable<ImportFileLine>;
}

/** What a format may ask about the catalogue as it is now. */
export interface ImportContext {
  overlays: Overlays;
  /** ORPHA code → ORPHA codes of its parents, of the diseases in the catalogue. */
  parents: () => Promise<ReadonlyMap<number, number[]>>;
  /** Records of a kind with the fields named, archived ones left out. */
  recordsOf: (kind: string) => Promise<readonly KnownRecord[]>;
  /** Titles of a vocabulary by code. */
  terms: (vocabulary: string) => Promise<ReadonlyMap<string, string>>;
  /** The day of this import: what was read today. */
  today: string;
}

export interface KnownRecord {
  id: number;
  external: string | null;
  fields: Readonly<Record<string, unknown>>;
}
