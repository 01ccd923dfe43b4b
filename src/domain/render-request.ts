import type { FoundCodes } from './codes.ts';
import type { RecordComparison } from './comparison.ts';
import type { ListRequest } from './lists/request.ts';
import type { ListAnswer } from './lists/list.ts';
import type { Near } from './lists/near.ts';
import type { ResultsPage, SearchRequest } from './search/results.ts';

/** Request data of an on-demand page, as `Astro.locals`; undefined for static pages. */
export interface RenderRequest {
  /** The low-vision version. */
  isLarge?: boolean;
  /** A form submitted without scripts. */
  form?: SentForm;
  /** The code of a link in a letter. */
  code?: string;
  /** Response to a form without a page of its own. */
  said?: FormMessage;
  search?: { asked: SearchRequest; results: ResultsPage };
  list?: NarrowedList;
  codes?: FoundCodes;
  comparing?: Comparing;
  unsubscribing?: Unsubscribing;
  /** Error that replaces the page. */
  problem?: { message: string; status: number };
}

/** The filters of a list, the result, and the unfiltered count. */
export interface NarrowedList {
  asked: ListRequest;
  answer: ListAnswer;
  whole: number;
  near?: Near | undefined;
  /** Rendered without the surrounding page. */
  isAlone?: boolean;
}

/** Compared records, and search results to add. */
export interface Comparing extends RecordComparison {
  /** Search query; may be empty. */
  query: string;
  found: readonly number[];
}

/** A form submitted without scripts, with its result. */
export interface SentForm {
  problems: readonly { message: string; field?: string | undefined }[];
  /** Submitted values by field, without secrets. */
  typed: Readonly<Record<string, string>>;
  /** Missing fields, for forms that show only those. */
  wanted?: readonly ('password' | 'confirm_password' | 'specialist' | 'consent')[];
  /** Success message above the form. */
  done?: string | undefined;
  /** Return address (ruling G6), kept over retries. */
  next?: string | undefined;
}

export interface FormMessage {
  title: string;
  sentences: readonly string[];
  isProblem?: boolean;
  back: string;
  step?: NextStep;
}

/** Second factor, another letter, or the report as submitted. */
export type NextStep =
  | { action: 'second factor'; next?: string | undefined }
  | { action: 'resend' | 'restore'; email?: string | undefined }
  | { action: 'report'; typed: Readonly<Record<string, string>> };

/** State of an unsubscribe link: subscribed, unsubscribed, no account, or invalid. */
export interface Unsubscribing {
  state: 'on' | 'off' | 'gone' | 'bad';
  message: string;
  token: string;
}
