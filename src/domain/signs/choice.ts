import { inheritances } from './pack.ts';
import type { RankedPatient, Sex } from './rank.ts';

/** Whether a patient has a sign: there, looked for in vain, or nobody has looked. */
export type ChosenPresence = 'yes' | 'no' | 'unknown';

/** What a reader has told of a patient, and what of it is looked at side by side. Nothing of it leaves the browser. */
export interface SignChoice {
  /** Numbers of HPO in the order in which they were told. */
  signs: readonly { hpo: string; presence: ChosenPresence }[];
  sex?: Sex | undefined;
  /** Years. */
  age?: number | undefined;
  inheritance?: (typeof inheritances)[number] | undefined;
  /** Sex, age and family are known, and are to change nothing. */
  isSoftOff?: boolean;
  /** Diseases to be compared: ORPHA:355, OMIM:230800. */
  compared: readonly string[];
}

export const noChoice: SignChoice = { signs: [], compared: [] };

/** So many signs are more than anybody tells of one patient; so many diseases still stand side by side. */
export const maxSigns = 100;
export const maxCompared = 5;

const isCode = (text: string) => /^HP:\d{7}$/.test(text);
const isDisease = (text: string) => /^(?:ORPHA|OMIM):\d{1,7}$/.test(text);
const presences = { yes: 'signs', no: 'no', unknown: 'unknown' } as const;

/** The choice as the address keeps it: #signs=HP:0001744,HP:0002240&no=HP:0001250&sex=male&age=4; nothing for none. */
export function fragmentOf({ signs, sex, age, inheritance, isSoftOff, compared }: SignChoice): string {
  const parts = [
    ...Object.entries(presences).map(([presence, name]) => {
      const codes = signs.filter((sign) => sign.presence === presence).map(({ hpo }) => hpo);
      return codes.length > 0 ? `${name}=${codes.join(',')}` : '';
    }),
    sex ? `sex=${sex}` : '',
    age === undefined ? '' : `age=${age}`,
    inheritance ? `family=${inheritance}` : '',
    isSoftOff ? 'soft=off' : '',
    compared.length > 0 ? `compare=${compared.join(',')}` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

/** What an address tells; what nobody can have meant is left out. */
export function choiceIn(fragment: string): SignChoice {
  const told = new URLSearchParams(fragment.replace(/^#/, ''));
  const listed = (name: string) => (told.get(name) ?? '').split(',');
  const signs = new Map<string, ChosenPresence>();
  for (const [presence, name] of Object.entries(presences) as [ChosenPresence, string][])
    for (const hpo of listed(name)) if (isCode(hpo) && !signs.has(hpo)) signs.set(hpo, presence);
  const sex = told.get('sex');
  const age = ageIn(told.get('age') ?? '');
  const inheritance = inheritances.find((one) => one === told.get('family'));
  return {
    signs: [...signs].slice(0, maxSigns).map(([hpo, presence]) => ({ hpo, presence })),
    ...(sex === 'female' || sex === 'male' ? { sex } : {}),
    ...(age === undefined ? {} : { age }),
    ...(inheritance ? { inheritance } : {}),
    ...(told.get('soft') === 'off' ? { isSoftOff: true } : {}),
    compared: [...new Set(listed('compare').filter(isDisease))].slice(0, maxCompared),
  };
}

/** Years as somebody types them: «4», «0,5»; nothing for what is no age. */
export function ageIn(text: string): number | undefined {
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(text.trim())) return undefined;
  const age = Number(text.trim().replace(',', '.'));
  return age <= 120 ? age : undefined;
}

/** What the ranking is asked. */
export function patientOf({ signs, sex, age, inheritance, isSoftOff }: SignChoice): RankedPatient {
  const having = (presence: ChosenPresence) =>
    signs.filter((sign) => sign.presence === presence).map(({ hpo }) => hpo);
  return {
    present: having('yes'),
    absent: having('no'),
    ...(isSoftOff
      ? {}
      : { ...(sex && { sex }), ...(age !== undefined && { age }), ...(inheritance && { inheritance }) }),
  };
}

/** The sign with this presence, behind the others where it is new. */
export function withSign(choice: SignChoice, hpo: string, presence: ChosenPresence): SignChoice {
  const isTold = choice.signs.some((sign) => sign.hpo === hpo);
  const signs = isTold
    ? choice.signs.map((sign) => (sign.hpo === hpo ? { hpo, presence } : sign))
    : [...choice.signs, { hpo, presence }].slice(0, maxSigns);
  return { ...choice, signs };
}

export const withoutSign = (choice: SignChoice, hpo: string): SignChoice => ({
  ...choice,
  signs: choice.signs.filter((sign) => sign.hpo !== hpo),
});

const following: Readonly<Record<ChosenPresence, ChosenPresence>> = {
  yes: 'no',
  no: 'unknown',
  unknown: 'yes',
};

/** A press on a sign: есть → нет → не проверяли → есть. */
export const withTurned = (choice: SignChoice, hpo: string): SignChoice => ({
  ...choice,
  signs: choice.signs.map((sign) => (sign.hpo === hpo ? { hpo, presence: following[sign.presence] } : sign)),
});

/** Takes a disease among those compared or out of them; no more than fit side by side. */
export function withCompared(choice: SignChoice, code: string): SignChoice {
  const compared = choice.compared.includes(code)
    ? choice.compared.filter((other) => other !== code)
    : [...choice.compared, code].slice(0, maxCompared);
  return { ...choice, compared };
}
