/** Imports at the desk: states, and the rule that divides safe and risky changes. */
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

export const importOutcomes = ['new', 'changed', 'gone', 'rejected'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** Editor's decision about a row. */
export const importChoices = ['open', 'accepted', 'skipped'] as const;
export type ImportChoice = (typeof importChoices)[number];
export const importResults = ['applied', 'draft', 'conflict', 'undone', 'left'] as const;
export type ImportResult = (typeof importResults)[number];

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

/** Destination of accepted changes: published at once, or drafts. */
export const importModes = ['publish', 'drafts'] as const;
export type ImportMode = (typeof importModes)[number];

/** Why a change is risky. */
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
  'garbled',
  'doubtful',
] as const;
export type Risk = (typeof risks)[number];

/** State of a field before an import changes it. */
export interface FieldFacts {
  /**
   * Last source of the value: 'editor', 'records' (the starter catalogue) or an import format; undefined if
   * never set.
   */
  origin: string | undefined;
  writer: string;
  /** An editor has changed it in some version. */
  isTouched: boolean;
  /** An open draft changes it. */
  isDrafted: boolean;
  /** The catalogue has a newer edition of the same publisher. */
  isNewer: boolean;
  /** The record has no source for it, or only other publishers than the file. */
  isOfOtherPublisher: boolean;
  wasEmpty: boolean;
  becomesEmpty: boolean;
}

/**
 * A change is safe when no editor has ever edited the field and it fills a gap or updates a value of the same
 * source. Otherwise returns the risk. New records are safe.
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

/** Edited by an editor: accepting a row skips such fields, only choosing the field replaces them. */
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
  garbled: 'похоже, файл прочитан не в той кодировке',
  doubtful: 'так редакция не публикует: смешаны два алфавита или нет дня, источника либо файла',
};

export const importAddress = (id: number) => `/profile/editors/imports/?id=${id}`;

/** Uploaded size; archives count compressed. */
export const maxImportBytes = 32 * 2 ** 20;
