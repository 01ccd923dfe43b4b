import { regionIn } from './regions.ts';
import { wordsOf } from './words.ts';

/** The kind of record that a question asks for: «какие анализы при болезни Фабри». */
export interface SearchIntent {
  /** Kinds, most likely first. */
  groups: readonly string[];
  /** Facet values in the question: «для детей», «в Казани». */
  facets: Readonly<Record<string, string>>;
  /** The query without the intent's words. */
  rest: string;
}

/** Phrases by kind, longer first. */
const phrases: readonly (readonly [group: string, phrases: string])[] = [
  [
    'entitlement',
    `кто платит за|кто (?:платит|оплачивает|оплатит|закупает|обеспечивает|должен (?:платить|обеспечить))|за чей счет|за счет (?:чего|кого|бюджета)|
     льгот(?:а|ы|у|ные|ное)?(?: на| при| для)?|(?:бесплатн(?:о|ый|ая|ое|ые)|положен[оы]?)(?: ли)?|инвалидност(?:ь|и)|компенсаци[яию]|
     выплат[аы]|пособи[ея]|как получить|обеспечени[ея]|оформить|добиться`,
  ],
  [
    'guideline',
    'клиническ(?:ие|их|ая) рекомендаци[ияй]|рекомендаци[ияй]|протокол(?:ы)?(?: лечения)?|стандарт(?:ы)?(?: лечения| помощи)?',
  ],
  [
    'research',
    '(?:клиническ(?:ие|ое|их) )?(?:исследовани(?:я|е|й|ях)|испытани(?:я|е|й|ях))(?: нов\\S+)?|набор (?:пациентов|больных|в исследование)|набор открыт',
  ],
  [
    'diagnostic',
    `(?:каки[ех]|какой|какую) (?:анализ(?:ы|ов)?|тест(?:ы|ов)?|обследовани[еяй])|(?:сдать |сделать |пройти )?(?:анализ(?:ы|ов|а|ом)?|тест(?:ы|ов)?|обследовани(?:е|я|й))(?: на| при| для)?|
     как (?:выявить|определить|подтвердить|проверить(?:ся)?|диагностировать|диагностируют|выявляют|узнать)(?: на)?|диагностик[аиу]|сдать|скрининг(?: на)?|лабораторн\\S+`,
  ],
  [
    'drug',
    `(?:каки[ех]|какой) (?:препарат(?:ы|ов)?|лекарств[оа]?)|(?:препарат(?:ы|ов|а|ами|ом)?|лекарств(?:о|а|ами|ом)?|медикамент(?:ы|ов)?|таблетки|средств(?:о|а))(?: от| для| при| против)|
     препарат(?:ы|ов|а|ами|ом)?|лекарств(?:о|а|ами|ом)?|медикамент(?:ы|ов)?|(?:чем|что|как) (?:леч(?:ит|ат|ить|ится|иться)|вылечить)|от чего|лечение|лечить|терапия`,
  ],
  [
    'clinic',
    `где (?:лечат(?:ся)?|лечить(?:ся)?|лечиться|наблюда(?:ться|ют|ются)|принимают|находится|сделать|сдать|обследовать(?:ся)?)|где|куда (?:обратиться|обращаться|ехать|идти)|
     к (?:какому|кому) (?:врачу|специалисту)(?: обратиться)?|какой врач|врач(?:и|а)?|специалист(?:ы|а)?|клиник[аиу]|больниц[аыу]|центр(?:ы|а|е)?|генетик(?:а|и|у)?|медгенетик(?:а|и)?|консультаци[яию]|
     телефон(?:ы)?|адрес(?:а)?|контакты`,
  ],
  ['disease', 'код(?:ы)?(?: по)?(?: мкб)?(?: 10)?|мкб(?: 10)?|какой код'],
];
const patients: readonly (readonly [value: string, words: string])[] = [
  [
    'children',
    '(?:для |у )?(?:детей|ребенка|ребенку|детский|детская|детское|новорожденн\\S+|малыша)|до 1[89](?: лет)?',
  ],
  ['adults', '(?:для |у )?(?:взрослых|взрослого|взрослому|взрослый)|(?:после|старше|с) 1[89](?: лет)?'],
];

const phrase = (words: string) => new RegExp(`(?<= )(?:${words.replace(/\s*\n\s*/g, '')}) `, 'g');
const intentPhrases = phrases.map(([group, words]) => [group, phrase(words)] as const);
const patientsOf = patients.map(([value, words]) => [value, phrase(words)] as const);
/** Synonyms of specialities in records. */
const meant: readonly (readonly [RegExp, string])[] = [[/^(?:мед)?генетик/, 'генетическая']];

/** Intent of a query; undefined without one. */
export function intentOf(query: string): SearchIntent | undefined {
  let text = ` ${wordsOf(query)
    .map((word) => word.text)
    .join(' ')} `;
  const groups: string[] = [];
  const facets: Record<string, string> = {};
  for (const [group, pattern] of intentPhrases)
    text = text.replace(pattern, (words) => {
      if (!groups.includes(group)) groups.push(group);
      const [, own] = meant.find(([word]) => word.test(words)) ?? [];
      return own ? `${own} ` : '';
    });
  if (groups.length === 0) return undefined;
  for (const [value, pattern] of patientsOf)
    text = text.replace(pattern, () => {
      facets['patients'] = value;
      return '';
    });
  const region = groups.includes('clinic') ? regionIn(text) : undefined;
  if (region) facets['subject'] = region;
  return { groups, facets, rest: text.trim() };
}
