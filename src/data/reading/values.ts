import { cacheTags } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import { parsed, type Statements } from './statements.ts';

/** Site-wide values: dictionary titles, settings, removed addresses. */
export interface SharedValues {
  terms(vocabulary: string): Term[];
  term(vocabulary: string, code: string): string | undefined;
  /** Small values of the site: texts of the home page, menus. */
  note(key: string): unknown;
  /** The replica's day, comparable with this day, month or year only. */
  todayAgainst(until: string): string;
  /** Redirect of a removed record: an address, or `null`; `undefined`: never existed. */
  successor(address: string): string | null | undefined;
  goneAddresses(): string[];
}

export interface Term {
  code: string;
  title: string;
}

export function readValues({ rows, row }: Statements): SharedValues {
  return {
    terms(vocabulary) {
      trackTag(cacheTags.terms(vocabulary));
      return rows('select code, title from term where vocabulary = ? order by position, code', vocabulary);
    },
    term(vocabulary, code) {
      trackTag(cacheTags.term(vocabulary, code));
      return row<{ title: string }>(
        'select title from term where vocabulary = ? and code = ?',
        vocabulary,
        code,
      )?.title;
    },
    note(key) {
      trackTag(cacheTags.note(key));
      return parsed<unknown>(row('select value as json from note where key = ?', key));
    },
    todayAgainst(until) {
      trackTag(cacheTags.deadline(until));
      const today = parsed<string>(row('select value as json from note where key = ?', 'today'));
      // The day may be unknown until the first sync.
      if (today === undefined) trackTag(cacheTags.note('today'));
      return today ?? '';
    },
    successor(address) {
      // Successors may have been removed too; a chain that is a loop leads nowhere.
      const passed = new Set<string>();
      for (let current = address; !passed.has(current);) {
        passed.add(current);
        trackTag(cacheTags.gone(current));
        const found = row<{ successor: string | null }>(
          'select successor from gone where address = ?',
          current,
        );
        if (!found) return current === address ? undefined : current;
        if (found.successor === null) return null;
        current = found.successor;
      }
      return null;
    },
    goneAddresses() {
      trackTag(cacheTags.goneAddresses());
      return rows<{ address: string }>('select address from gone order by address').map(
        ({ address }) => address,
      );
    },
  };
}
