import { decline, type WordForm } from './declension.ts';
import names from './data/first-names.json' with { type: 'json' };
import { keyOf, listed } from './tokens.ts';

/** Names that are also words, rivers or cities: the capital at a sentence start proves nothing. */
const ambiguous = new Set(listed(names.ambiguous));

interface FirstName extends WordForm {
  isAmbiguous: boolean;
}

const firstNames = new Map<string, FirstName>();
const patronymics = new Map<string, WordForm>();

for (const name of listed(names.male)) {
  learn(name, 'male');
  for (const [patronymic, sex] of patronymicsOf(name))
    for (const form of decline(keyOf(patronymic), sex)) patronymics.set(form.form, form);
}
for (const name of listed(names.female)) learn(name, 'female');
// «Лене» is of Лена before Лёня.
for (const sex of ['female', 'male'] as const) for (const name of listed(names.short[sex])) learn(name, sex);

function learn(name: string, sex: 'male' | 'female'): void {
  const key = keyOf(name);
  for (const form of decline(key, sex))
    if (!firstNames.has(form.form) && !/^(?:любой|левой|левы|леву)$/.test(form.form))
      firstNames.set(form.form, { ...form, isAmbiguous: ambiguous.has(key) });
}

function patronymicsOf(name: string): [string, 'male' | 'female'][] {
  const key = keyOf(name);
  const pair = (stem: string): [string, 'male' | 'female'][] => [
    [`${stem}вич`, 'male'],
    [`${stem}вна`, 'female'],
  ];
  const special: Record<string, string> = {
    павел: 'павло',
    лев: 'льво',
    петр: 'петро',
    яков: 'яковле',
    михаил: 'михайло',
  };
  if (special[key] !== undefined) return pair(special[key]);
  if (/^(илья|лука|фома|кузьма|никита|савва)$/.test(key)) {
    const stem = key.replace(/[аья]+$/, '');
    const soft = key === 'кузьма' ? 'кузьм' : stem;
    return [
      [`${soft}ич`, 'male'],
      [`${soft}ична`, 'female'],
      [`${soft}инична`, 'female'],
    ];
  }
  if (key.endsWith('ий')) return [...pair(`${key.slice(0, -2)}ье`), ...pair(`${key.slice(0, -2)}ие`)];
  if (/[йь]$/.test(key)) return pair(`${key.slice(0, -1)}е`);
  if (/[аяиоуэ]$/.test(key)) return pair(`${key.replace(/[ая]$/, '')}${/[ая]$/.test(key) ? 'о' : 'е'}`);
  return [...pair(`${key}о`), ...pair(`${key}е`)];
}

export function findFirstName(key: string): FirstName | undefined {
  const known = firstNames.get(key);
  if (known || !key.includes('-')) return known;
  // «Магомед-Расула», «Анны-Марии»: the last part has the case ending.
  const parts = key.split('-').map((part) => firstNames.get(part));
  const last = parts.at(-1);
  return last && parts.every(Boolean) ? { ...last, form: key, isAmbiguous: false } : undefined;
}

/** A patronymic in any case; unknown ones are recognised by their ending. */
export function findPatronymic(key: string): (WordForm & { isKnown: boolean }) | undefined {
  const known = patronymics.get(key);
  if (known) return { ...known, isKnown: true };
  if (key.length < 7) return undefined;
  const match = /(?:[ое]|ье|ие)(?:(вич)(а|у|ем|е|)|(вн)(а|ы|е|у|ой|ою))$/.exec(key) ?? undefined;
  if (!match) return undefined;
  if (match[1] !== undefined)
    return { form: key, sex: 'male', grammar: maleEndings[match[2] ?? ''] ?? 'nominative', isKnown: false };
  return { form: key, sex: 'female', grammar: femaleEndings[match[4] ?? ''] ?? 'nominative', isKnown: false };
}

const maleEndings: Record<string, WordForm['grammar']> = {
  '': 'nominative',
  а: 'genitive',
  у: 'dative',
  ем: 'instrumental',
  е: 'prepositional',
};
const femaleEndings: Record<string, WordForm['grammar']> = {
  а: 'nominative',
  ы: 'genitive',
  е: 'dative',
  у: 'accusative',
  ой: 'instrumental',
  ою: 'instrumental',
};
