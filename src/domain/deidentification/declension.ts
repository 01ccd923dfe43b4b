export type NameGender = 'male' | 'female';
export type Grammar = 'nominative' | 'genitive' | 'dative' | 'accusative' | 'instrumental' | 'prepositional';

export interface WordForm {
  form: string;
  sex: NameGender;
  grammar: Grammar;
}

/** Fleeting vowels: Павел, Павла. */
const fleeting: Record<string, string> = { павел: 'павл', лев: 'льв' };

/**
 * All case forms of a given name or patronymic, in lower case with «е» for «ё»; the first of equal forms
 * wins.
 */
export function decline(name: string, sex: NameGender): WordForm[] {
  const forms = (stem: string, endings: readonly (readonly [string, Grammar])[]): WordForm[] => [
    { form: name, sex, grammar: 'nominative' },
    ...endings.map(([ending, grammar]) => ({ form: stem + ending, sex, grammar })),
  ];
  if (name === 'любовь') return forms('любов', soft);
  if (name.endsWith('ия')) return forms(name.slice(0, -1), nounsInIya);
  if (name.endsWith('я')) return forms(name.slice(0, -1), nounsInYa);
  if (name.endsWith('а')) {
    const stem = name.slice(0, -1);
    return forms(stem, /[гкхжшчщ]$/.test(stem) ? nounsInKa : nounsInA);
  }
  if (sex === 'female') return name.endsWith('ь') ? forms(name.slice(0, -1), soft) : forms(name, []);
  if (name.endsWith('ий')) return forms(name.slice(0, -1), nounsInIy);
  if (/[йь]$/.test(name)) return forms(name.slice(0, -1), nounsInY);
  if (/[аеиоуэюя]$/.test(name)) return forms(name, []);
  return forms(fleeting[name] ?? name, /[жшчщ]$/.test(name) ? nounsInHush : nounsInConsonant);
}

const nounsInConsonant = [
  ['а', 'genitive'],
  ['у', 'dative'],
  ['ом', 'instrumental'],
  ['е', 'prepositional'],
] as const;
const nounsInHush = [
  ['а', 'genitive'],
  ['у', 'dative'],
  ['ем', 'instrumental'],
  ['е', 'prepositional'],
] as const;
const nounsInY = [
  ['я', 'genitive'],
  ['ю', 'dative'],
  ['ем', 'instrumental'],
  ['е', 'prepositional'],
] as const;
const nounsInIy = [
  ['я', 'genitive'],
  ['ю', 'dative'],
  ['ем', 'instrumental'],
  ['и', 'prepositional'],
] as const;
const nounsInA = [
  ['ы', 'genitive'],
  ['е', 'dative'],
  ['у', 'accusative'],
  ['ой', 'instrumental'],
  ['ою', 'instrumental'],
] as const;
const nounsInKa = [
  ['и', 'genitive'],
  ['е', 'dative'],
  ['у', 'accusative'],
  ['ой', 'instrumental'],
  ['ей', 'instrumental'],
] as const;
const nounsInYa = [
  ['и', 'genitive'],
  ['е', 'dative'],
  ['ю', 'accusative'],
  ['ей', 'instrumental'],
  ['ею', 'instrumental'],
] as const;
const nounsInIya = [
  ['и', 'genitive'],
  ['ю', 'accusative'],
  ['ей', 'instrumental'],
  ['ею', 'instrumental'],
] as const;
const soft = [
  ['и', 'genitive'],
  ['ью', 'instrumental'],
] as const;
