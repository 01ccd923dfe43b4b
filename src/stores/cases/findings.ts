import { atom } from 'nanostores';
import { passagesOf } from '#contract/forms/passages.ts';
import type { PersonalFinding, PatientDates } from '#domain/deidentification/finding.ts';
import type { CaseContent } from './content.ts';

/** Places that look like personal data, by the path of their passage. */
export const $findings = atom<Readonly<Record<string, readonly PersonalFinding[]>>>({});

let timer: ReturnType<typeof setTimeout> | undefined;
const known = new Map<string, readonly PersonalFinding[]>();

/** The day of birth as `2017-01-31`, known to this page only: it is neither sent nor kept. */
export const $birth = atom('');

/** Looks at the text half a second after the last key; passages that have not changed are not read again. */
export function lookAt(content: CaseContent): void {
  clearTimeout(timer);
  const patient = { birth: $birth.get() || undefined, sex: content.sex || undefined };
  timer = setTimeout(() => void look(content, patient), 500);
}

async function look(content: CaseContent, patient: PatientDates): Promise<void> {
  const { findPersonalData } = await import('#domain/deidentification/detector.ts');
  const said = JSON.stringify(patient);
  const found: Record<string, readonly PersonalFinding[]> = {};
  const isCleared = (section: string, words: string) =>
    content.cleared.some((cleared) => cleared.field === section && cleared.words === words);
  if (known.size > 400) known.clear();
  for (const { path, section, text } of passagesOf(content)) {
    const key = `${said} ${text}`;
    let findings = known.get(key);
    if (!findings) known.set(key, (findings = findPersonalData(text, patient)));
    const left = findings.filter(({ words }) => !isCleared(section, words));
    if (left.length > 0) found[path] = left;
  }
  $findings.set(found);
}

/** A text with one finding replaced; a removed word leaves no double space or comma behind. */
export function replaced(text: string, { start, end }: PersonalFinding, replacement: string): string {
  if (replacement !== '') return text.slice(0, start) + replacement + text.slice(end);
  const before = text.slice(0, start).replace(/(?<![ \t])[ \t]+$/, (space) => (start === end ? space : ' '));
  const after = text.slice(end);
  const joined = /^[ \t]*[,.;:!?)]/.test(after)
    ? before.trimEnd() + after.trimStart()
    : before + after.replace(/^[ \t]+/, '');
  return joined.replace(/,\s*,/g, ',').replace(/^\s*,\s*/, '');
}
