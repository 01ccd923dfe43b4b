import { inheritances } from './pack.ts';
import type { RankedPatient, Sex } from './rank.ts';

/** Presence of a sign: present, absent, or not examined. */
export type ChosenPresence = 'yes' | 'no' | 'unknown';

/** The reader's input and compared diseases. It never leaves the browser. */
export interface SignChoice {
  /** HPO codes in order of entry. */
  signs: readonly { hpo: string; presence: ChosenPresence }[];
  sex?: Sex | undefined;
  /** Years. */
  age?: number | undefined;
  inheritance?: (typeof inheritances)[number] | undefined;
  /** Sex, age and family are ignored. */
  isSoftOff?: boolean;
  /** Compared diseases: ORPHA:355, OMIM:230800. */
  compared: readonly string[];
}

export const noChoice: SignChoice = { signs: [], compared: [] };

/** Limits of signs and of compared diseases. */
export const maxSigns = 100;
export const maxCompared = 5;

const isCode = (text: string) => /^HP:\d{7}$/.test(text);
const isDisease = (text: string) => /^(?:ORPHA|OMIM):\d{1,7}$/.test(text);
const presences = { yes: 'signs', no: 'no', unknown: 'unknown' } as const;

/**
 * The choice as a fragment: #signs=HP:0001744,HP:0002240&no=HP:0001250&sex=male&age=4; empty without input.
 */
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

/** Parses a fragment; invalid parts are dropped. */
export function choiceIn(fragment: string): SignChoice {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const listed = (name: string) => (parameters.get(name) ?? '').split(',');
  const signs = new Map<string, ChosenPresence>();
  for (const [presence, name] of Object.entries(presences) as [ChosenPresence, string][])
    for (const hpo of listed(name)) if (isCode(hpo) && !signs.has(hpo)) signs.set(hpo, presence);
  const sex = parameters.get('sex');
  const age = ageIn(parameters.get('age') ?? '');
  const inheritance = inheritances.find((one) => one === parameters.get('family'));
  return {
    signs: [...signs].slice(0, maxSigns).map(([hpo, presence]) => ({ hpo, presence })),
    ...(sex === 'female' || sex === 'male' ? { sex } : {}),
    ...(age === undefined ? {} : { age }),
    ...(inheritance ? { inheritance } : {}),
    ...(parameters.get('soft') === 'off' ? { isSoftOff: true } : {}),
    compared: [...new Set(listed('compare').filter(isDisease))].slice(0, maxCompared),
  };
}

/** Years as typed: «4», «0,5»; undefined for other text. */
export function ageIn(text: string): number | undefined {
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(text.trim())) return undefined;
  const age = Number(text.trim().replace(',', '.'));
  return age <= 120 ? age : undefined;
}

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

/** Sets the presence of a sign; a new one is appended. */
export function withSign(choice: SignChoice, hpo: string, presence: ChosenPresence): SignChoice {
  const isChosen = choice.signs.some((sign) => sign.hpo === hpo);
  const signs = isChosen
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

/** Cycles a sign: есть → нет → не проверяли → есть. */
export const withTurned = (choice: SignChoice, hpo: string): SignChoice => ({
  ...choice,
  signs: choice.signs.map((sign) => (sign.hpo === hpo ? { hpo, presence: following[sign.presence] } : sign)),
});

/** Toggles a compared disease within the limit. */
export function withCompared(choice: SignChoice, code: string): SignChoice {
  const compared = choice.compared.includes(code)
    ? choice.compared.filter((other) => other !== code)
    : [...choice.compared, code].slice(0, maxCompared);
  return { ...choice, compared };
}
