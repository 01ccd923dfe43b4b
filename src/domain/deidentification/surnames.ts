import data from './data/surnames.json' with { type: 'json' };
import type { Grammar, NameGender } from './declension.ts';
import { listed } from './tokens.ts';

/** Stems of common surnames in -ов, -ев, -ин: «Иванов» at a sentence start is a person. */
const common = new Set(listed(data.common));

interface Surname {
  sex: NameGender | undefined;
  grammar: Grammar;
  /** `common`: in the list; `strong`: an ending of few other words; `weak`: of many. */
  proof: 'common' | 'strong' | 'weak';
}

type Ending = readonly [ending: string, sex: NameGender | undefined, grammar: Grammar];

const possessive: readonly Ending[] = [
  ['', 'male', 'nominative'],
  ['а', 'female', 'nominative'],
  ['у', 'male', 'dative'],
  ['ым', 'male', 'instrumental'],
  ['е', 'male', 'prepositional'],
  ['ой', 'female', 'genitive'],
  ['ою', 'female', 'instrumental'],
  ['ы', undefined, 'nominative'],
  ['ых', undefined, 'genitive'],
  ['ыми', undefined, 'instrumental'],
];

const adjective: readonly Ending[] = [
  ['ий', 'male', 'nominative'],
  ['ого', 'male', 'genitive'],
  ['ому', 'male', 'dative'],
  ['им', 'male', 'instrumental'],
  ['ом', 'male', 'prepositional'],
  ['ая', 'female', 'nominative'],
  ['ой', 'female', 'genitive'],
  ['ую', 'female', 'accusative'],
  ['ие', undefined, 'nominative'],
  ['их', undefined, 'genitive'],
];

/** Whether a capitalised word looks like a surname, and its case form. */
export function findSurname(key: string): Surname | undefined {
  const last = key.includes('-') ? (key.split('-').at(-1) ?? key) : key;
  if (last.length < 3) return undefined;
  for (const [ending, sex, grammar] of possessive) {
    if (!last.endsWith(ending)) continue;
    const stem = last.slice(0, last.length - ending.length);
    if (!/[^ьъ](?:ов|ев|ин|ын)$/.test(stem) || stem.length < 4) continue;
    if (common.has(stem)) return { sex, grammar, proof: 'common' };
    const isIn = stem.endsWith('ин') || stem.endsWith('ын');
    const isDistinctive = isIn
      ? ['ой', 'ым', 'ых', 'ыми'].includes(ending)
      : stem.length >= 5 || ['ой', 'ым'].includes(ending);
    return { sex, grammar, proof: isDistinctive && !words.has(last) ? 'strong' : 'weak' };
  }
  for (const [ending, sex, grammar] of adjective) {
    if (!last.endsWith(ending)) continue;
    const stem = last.slice(0, last.length - ending.length);
    if (/[сц]к$/.test(stem) && stem.length >= 4) return { sex, grammar, proof: 'weak' };
  }
  if (/(?:енко|швили|дзе|чук|щук|няк)$/.test(last) && last.length >= 5)
    return { sex: undefined, grammar: 'nominative', proof: 'strong' };
  const declined = /(?:чук|щук|ян|янц|ич|юк|ук|як|ман|берг|дт|ец|ник)(а|у|ом|ем|е|)$/.exec(last);
  if (declined && last.length >= 4)
    return {
      sex: declined[1] === '' ? undefined : 'male',
      grammar: indirect[declined[1] ?? ''] ?? 'nominative',
      proof: /ян(а|у|ом|е|)$/.test(last) && last.length >= 6 && !words.has(last) ? 'strong' : 'weak',
    };
  if (/(?:[иы]х|[ои]й|ай|уа|ия|аго|ово|ба|да|ца|ко|ло|за)$/.test(last))
    return { sex: undefined, grammar: 'nominative', proof: 'weak' };
  return undefined;
}

const indirect: Record<string, Grammar> = {
  а: 'genitive',
  у: 'dative',
  ом: 'instrumental',
  ем: 'instrumental',
  е: 'prepositional',
};

/** Words and places with surname endings. */
const words = new Set(listed(data.words));
