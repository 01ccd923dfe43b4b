import entries from './glossary.json' with { type: 'json' };

/** Source of an entry, and the day of the page or of reading. */
interface Reference {
  title: string;
  url: string;
  date: string;
}

/** A term of genetics, trials or law with our own explanation. */
export interface GlossaryEntry {
  /** Anchor; for modes of inheritance the vocabulary code. */
  code: string;
  title: string;
  text: string;
  sources: readonly Reference[];
}

export const glossaryPath = '/glossary/';

/** Alphabetical. */
export const glossary: readonly GlossaryEntry[] = entries.toSorted((one, other) =>
  one.title.localeCompare(other.title, 'ru'),
);

const byCode = new Map(glossary.map((entry) => [entry.code, entry]));
export const glossaryEntry = (code: string): GlossaryEntry | undefined => byCode.get(code);
