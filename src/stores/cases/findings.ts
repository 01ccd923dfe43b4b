import { atom } from 'nanostores';
import { passagesOf } from '#contract/forms/case-texts.ts';
import { openIn, withhold } from '#contract/forms/masked-text.ts';
import type { PersonalFinding } from '#domain/deidentification/finding.ts';
import { marksIn, type WithheldMark } from '#domain/deidentification/withheld.ts';
import { importOrSkip } from '../importOrReload.ts';
import type { CaseContent } from './content.ts';

type ByPath<Thing> = Readonly<Record<string, readonly Thing[]>>;

/** Places that look like personal data, by the path of their passage. */
export const $findings = atom<ByPath<PersonalFinding>>({});
/** Marks of words that stayed on another device, by the path of their passage. */
export const $marks = atom<ByPath<WithheldMark>>({});

let timer: ReturnType<typeof setTimeout> | undefined;
const known = new Map<string, readonly PersonalFinding[]>();

/** The day of birth as `2017-01-31`, known to this page only: it is neither sent nor kept. */
export const $birth = atom('');

/** Looks at the text half a second after the last key; passages that have not changed are not read again. */
export function lookAt(content: CaseContent): void {
  clearTimeout(timer);
  timer = setTimeout(() => void look(content), 500);
}

/** Checks at once, before findings are shown; without the detector the server's check remains. */
export async function lookNow(content: CaseContent): Promise<void> {
  clearTimeout(timer);
  await look(content).catch(() => {});
}

async function look(content: CaseContent): Promise<void> {
  const found: Record<string, readonly PersonalFinding[]> = {};
  const marked: Record<string, readonly WithheldMark[]> = {};
  const passages = passagesOf(composed(content));
  for (const { path, text } of passages) {
    const marks = marksIn(text);
    if (marks.length > 0) marked[path] = marks;
  }
  $marks.set(marked);
  const find = await finderFor(content);
  for (const { path, section, text } of passages) {
    const open = openIn(text, section, content, find);
    if (open.length > 0) found[path] = open;
  }
  $findings.set(found);
}

/** The content as it may leave this device; fails where the detector cannot be had. */
export async function withheld(content: CaseContent) {
  return withhold(composed(content), await finderFor(content));
}

/** Letters and their marks in one character, as the server keeps them: the detector knows no other «й». */
const composed = (content: CaseContent) =>
  JSON.parse(JSON.stringify(content).normalize('NFC')) as CaseContent;

async function finderFor({ sex }: CaseContent): Promise<(text: string) => readonly PersonalFinding[]> {
  // No reload here: the author is writing, and the state of saving says that nothing has left the device.
  const detector = await importOrSkip(() => import('#domain/deidentification/detector.ts'));
  if (!detector) throw new Error('The detector did not load');
  const { findPersonalData } = detector;
  const patient = { birth: $birth.get() || undefined, sex: sex || undefined };
  const said = JSON.stringify(patient);
  return (text) => {
    const key = `${said} ${text}`;
    const findings = known.get(key) ?? findPersonalData(text, patient);
    if (known.size > 400) known.clear();
    known.set(key, findings);
    return findings;
  };
}

/** A text with one finding replaced; a removed word leaves no double space or comma behind. */
export function replaced(
  text: string,
  { start, end }: Pick<PersonalFinding, 'start' | 'end'>,
  replacement: string,
): string {
  if (replacement !== '') return text.slice(0, start) + replacement + text.slice(end);
  const before = text.slice(0, start).replace(/(?<![ \t])[ \t]+$/, (space) => (start === end ? space : ' '));
  const after = text.slice(end);
  const joined = /^[ \t]*[,.;:!?)]/.test(after)
    ? before.trimEnd() + after.trimStart()
    : before + after.replace(/^[ \t]+/, '');
  return joined.replace(/,\s*,/g, ',').replace(/^\s*,\s*/, '');
}
