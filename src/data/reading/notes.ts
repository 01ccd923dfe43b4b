import { facts } from '../facts.ts';
import { noteFact } from '../noting.ts';
import { parsed, type Statements } from './statements.ts';

/** What the copy holds beside the records: words of dictionaries, notes of the site, addresses that are gone. */
export interface Notes {
  terms(vocabulary: string): Term[];
  term(vocabulary: string, code: string): string | undefined;
  /** Small facts of the site kept beside the records: texts of the home page, menus. */
  note(key: string): unknown;
  /** The day of the copy, for whoever compares it with this day, month or year and with nothing else. */
  todayAgainst(until: string): string;
  /** Where the record lived that is there no more: its successor's address, or `null`; `undefined` was never one. */
  successor(address: string): string | null | undefined;
  goneAddresses(): string[];
}

export interface Term {
  code: string;
  title: string;
}

export function readNotes({ rows, row }: Statements): Notes {
  return {
    terms(vocabulary) {
      noteFact(facts.terms(vocabulary));
      return rows('select code, title from term where vocabulary = ? order by position, code', vocabulary);
    },
    term(vocabulary, code) {
      noteFact(facts.term(vocabulary, code));
      return row<{ title: string }>(
        'select title from term where vocabulary = ? and code = ?',
        vocabulary,
        code,
      )?.title;
    },
    note(key) {
      noteFact(facts.note(key));
      return parsed<unknown>(row('select value as json from note where key = ?', key));
    },
    todayAgainst(until) {
      noteFact(facts.deadline(until));
      const today = parsed<string>(row('select value as json from note where key = ?', 'today'));
      // Any day may be the first that the copy is told.
      if (today === undefined) noteFact(facts.note('today'));
      return today ?? '';
    },
    successor(address) {
      noteFact(facts.gone(address));
      const found = row<{ successor: string | null }>(
        'select successor from gone where address = ?',
        address,
      );
      if (!found?.successor) return found?.successor;
      // The successor may have gone too: its own leads on, and none leads to nowhere.
      const next = row<{ successor: string | null }>(
        'select successor from gone where address = ?',
        found.successor,
      );
      noteFact(facts.gone(found.successor));
      return next ? next.successor : found.successor;
    },
    goneAddresses() {
      noteFact(facts.goneAddresses());
      return rows<{ address: string }>('select address from gone order by address').map(
        ({ address }) => address,
      );
    },
  };
}
