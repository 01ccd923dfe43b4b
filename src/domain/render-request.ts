import type { RecordComparison } from './comparison.ts';
import type { ListRequest } from './lists/request.ts';
import type { ListAnswer } from './lists/list.ts';
import type { Near } from './lists/near.ts';
import type { ResultsPage, SearchRequest } from './search/results.ts';

/**
 * What a page is told of the one request that it is drawn for, as `Astro.locals`; nothing when it is drawn for everybody.
 * Each page reads what is its own.
 */
export interface RenderRequest {
  /** Whether it is for low sight: large letters, black on white. */
  isLarge?: boolean;
  /** The form of the page, which came without scripts. */
  form?: SentForm;
  /** The code of the link that led here from a letter. */
  code?: string;
  /** What the portal answers to a form that has no page of its own. */
  said?: FormMessage;
  /** What was searched, and what was found. */
  search?: { asked: SearchRequest; results: ResultsPage };
  list?: NarrowedList;
  comparing?: Comparing;
  unsubscribing?: Unsubscribing;
  /** What kept another page from being shown, in words for its reader. */
  problem?: { message: string; status: number };
}

/** How the list of a page was narrowed, what is left of it, and how many records the whole list has. */
export interface NarrowedList {
  asked: ListRequest;
  answer: ListAnswer;
  whole: number;
  near?: Near | undefined;
  /** Wanted without the page around it. */
  isAlone?: boolean;
}

/** What stands side by side, and what was found to be put beside it. */
export interface Comparing extends RecordComparison {
  /** What was searched; empty where nothing was. */
  query: string;
  found: readonly number[];
}

/** A form that a browser has sent by itself, as it comes back. */
export interface SentForm {
  problems: readonly { message: string; field?: string | undefined }[];
  /** What was typed, by the names of fields, without secrets. */
  typed: Readonly<Record<string, string>>;
  /** Fields that are still wanted, where a form shows only those. */
  wanted?: readonly ('password' | 'confirm_password' | 'specialist' | 'consent')[];
  /** Something good to say above the form. */
  done?: string | undefined;
  /** The page of this site that is wanted afterwards (ruling G6): another try does not forget it. */
  next?: string | undefined;
}

export interface FormMessage {
  title: string;
  sentences: readonly string[];
  isProblem?: boolean;
  /** The page to go back to. */
  back: string;
  /** A form by which one goes on. */
  step?: NextStep;
}

/** The second step of signing in; a letter once more; a report as it was typed. */
export type NextStep =
  | { action: 'second factor'; next?: string | undefined }
  | { action: 'resend' | 'restore'; email?: string | undefined }
  | { action: 'report'; typed: Readonly<Record<string, string>> };

/** What the link of a letter is worth: its letters come, come no more, have nobody to come to; or the link is bad. */
export interface Unsubscribing {
  state: 'on' | 'off' | 'gone' | 'bad';
  message: string;
  token: string;
}
