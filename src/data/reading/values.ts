import { cacheTags } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import { parsed, type Statements } from '../database.ts';

export interface Term {
  code: string;
  title: string;
}

/** Site-wide values: dictionary titles, settings, removed addresses. */
export function readValues({ rows, row }: Statements) {
  return {
    terms(vocabulary: string) {
      trackTag(cacheTags.terms(vocabulary));
      return rows<Term>(
        'select code, title from term where vocabulary = ? order by position, code',
        vocabulary,
      );
    },
    term(vocabulary: string, code: string) {
      trackTag(cacheTags.term(vocabulary, code));
      return row<{ title: string }>(
        'select title from term where vocabulary = ? and code = ?',
        vocabulary,
        code,
      )?.title;
    },
    /** Small values of the site: texts of the home page, menus. */
    note(key: string) {
      trackTag(cacheTags.note(key));
      return parsed<unknown>(row('select value as json from note where key = ?', key));
    },
    /** The replica's day, comparable with this day, month or year only. */
    todayAgainst(until: string) {
      trackTag(cacheTags.deadline(until));
      const today = parsed<string>(row('select value as json from note where key = ?', 'today'));
      // The day may be unknown until the first sync.
      if (today === undefined) trackTag(cacheTags.note('today'));
      return today ?? '';
    },
    /** Redirect of a removed record: an address, or `null`; `undefined`: never existed. */
    successor(address: string): string | null | undefined {
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
