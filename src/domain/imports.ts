/**
 * Imports at the editors' desk: their states, and the one rule by which a change is safe or needs a person's eyes.
 */
export const importStates = [
  'comparing',
  'ready',
  'refused',
  'applying',
  'applied',
  'undoing',
  'undone',
  'dropped',
] as const;
export type ImportState = (typeof importStates)[number];

/** What stands in a row of an import. */
export const importOutcomes = ['new', 'changed', 'gone', 'rejected'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What an editor has decided about a row, and what has come of it. */
export const importChoices = ['open', 'accepted', 'skipped'] as const;
export type ImportChoice = (typeof importChoices)[number];
export const importResults = ['applied', 'draft', 'conflict', 'undone', 'left'] as const;
export type ImportResult = (typeof importResults)[number];

/** By what the rows of an import are narrowed. */
export const importViews = [
  'changes',
  'new',
  'changed',
  'safe',
  'risky',
  'open',
  'accepted',
  'skipped',
  'gone',
  'rejected',
  'troubled',
] as const;
export type ImportView = (typeof importViews)[number];

/** Where accepted changes go: before readers at once, or into drafts that somebody publishes later. */
export const importModes = ['publish', 'drafts'] as const;
export type ImportMode = (typeof importModes)[number];

/** Why a change needs a person's eyes. */
export const risks = [
  'editor',
  'touched',
  'drafted',
  'newer',
  'emptied',
  'starter',
  'other',
  'dictionary',
  'archived',
] as const;
export type Risk = (typeof risks)[number];

/** What is known of one field before a file changes it. */
export interface FieldFacts {
  /** Who wrote the value last: 'editor', 'records' (the starter catalogue), a format of imports; none: nobody. */
  origin: string | undefined;
  /** The format of this file. */
  writer: string;
  /** Some version by an editor has changed it. */
  isTouched: boolean;
  /** A draft that somebody is writing changes it. */
  isDrafted: boolean;
  /** The catalogue rests on a newer edition of the same publisher. */
  isNewer: boolean;
  /** The record names no source for it, or other publishers than the file does. */
  isOfOtherPublisher: boolean;
  wasEmpty: boolean;
  becomesEmpty: boolean;
}

/**
 * The rule. A change is safe when no editor has ever touched the field and it either fills a gap or renews a value
 * that came from the same source. Everything else is risky, and this says why. New records are safe: they are nobody's.
 */
export function riskOf(facts: FieldFacts): Risk | null {
  if (facts.origin === 'editor') return 'editor';
  if (facts.isTouched) return 'touched';
  if (facts.isDrafted) return 'drafted';
  if (facts.isNewer) return 'newer';
  if (facts.wasEmpty) return null;
  if (facts.becomesEmpty) return 'emptied';
  if (facts.origin === facts.writer || !facts.isOfOtherPublisher) return null;
  return facts.origin === 'records' ? 'starter' : 'other';
}

/** An editor's words: accepting a whole row leaves them alone, only a choice of the field itself replaces them. */
export const isEdited = (risk: Risk | null) => risk === 'editor' || risk === 'touched';

export const riskLabels: Record<Risk, string> = {
  editor: 'так написал редактор',
  touched: 'это поле раньше правил редактор',
  drafted: 'это поле меняет начатая правка',
  newer: 'в каталоге более новый выпуск этого источника',
  emptied: 'файл опустошает поле',
  starter: 'так в стартовом каталоге, а не в этом источнике',
  other: 'значение пришло из другого источника',
  dictionary: 'пункт словаря назван иначе',
  archived: 'запись сняли с публикации',
};

/** Address of one import at the desk. */
export const importAddress = (id: number) => `/profile/editors/imports/?id=${id}`;

/** Most bytes of a file that an editor sends; archives count as they are sent. */
export const maxImportBytes = 32 * 2 ** 20;
