import type { SignWords } from './lexicon.ts';
import type { NotePart } from './parts.ts';
import type { NoteWord } from './text.ts';

/** What is called normal, and the sign that is thereby not there; the first that fits is taken. */
const subjects: readonly (readonly [RegExp, string])[] = [
  [/ слух(?:а|ом)? | слышит /, 'HP:0000365'],
  [/ зрени(?:е|я|ем) | острота зрения | видит /, 'HP:0000505'],
  [/ глазн\p{L}+ дн\p{L}+ | дн\p{L}+ глаз\p{L}* /u, 'HP:0001098'],
  [/ глаз\p{L}* | окулист\p{L}* | офтальмолог\p{L}* /u, 'HP:0000478'],
  [/ сетчатк\p{L}+ прилежит /u, 'HP:0000541'],
  [/ ритм(?:а|ы)? | чсс | пульс | тоны (?:\p{L}+ )?ритмичн\p{L}+ /u, 'HP:0011675'],
  [/ эхокг | эхо кг | сердц\p{L}+ | пороков сердца | ссс /u, 'HP:0001627'],
  [/ экг /, 'HP:0003115'],
  [/ фв | фракция выброса /, 'HP:0012664'],
  [/ ээг /, 'HP:0002353'],
  [/ миелинизац\p{L}+ /u, 'HP:0012448'],
  [/ (?:мрт|кт|нсг|мозг\p{L}*) /u, 'HP:0410263'],
  [/ кфк | креатин(?:фосфо)?киназ\p{L}+ /u, 'HP:0003236'],
  [/ алт /, 'HP:0031964'],
  [/ аст /, 'HP:0031956'],
  [/ трансаминаз\p{L}* | печеночн\p{L}+ проб\p{L}* /u, 'HP:0002910'],
  [/ ггт(?:п)? /, 'HP:0030948'],
  [/ кальци\p{L}+ /u, 'HP:0002901'],
  [/ фосфор\p{L}* | фосфат\p{L}* /u, 'HP:0002148'],
  [/ кали(?:й|я|ем) /, 'HP:0002900'],
  [/ натри(?:й|я|ем) /, 'HP:0002902'],
  [/ холестерин\p{L}* /u, 'HP:0003124'],
  [/ ферритин\p{L}* /u, 'HP:0012343'],
  [/ билирубин\p{L}* /u, 'HP:0002904'],
  [/ лактат\p{L}* /u, 'HP:0002151'],
  [/ аммиак\p{L}* | аммони\p{L}+ /u, 'HP:0001987'],
  [/ ттг /, 'HP:0000821'],
  [/ щитовидн\p{L}+ /u, 'HP:0000853'],
  [/ тромбоцит\p{L}+ /u, 'HP:0001873'],
  [/ гемоглобин\p{L}* /u, 'HP:0001903'],
  [/ лейкоцит\p{L}* /u, 'HP:0001882'],
  [/ глюкоз\p{L}+ | сахар крови /u, 'HP:0003074'],
  [/ креатинин\p{L}* /u, 'HP:0003259'],
  [/ ог | окружность головы /, 'HP:0000252'],
  [/ интеллект\p{L}* | умственн\p{L}+ развити\p{L}+ /u, 'HP:0001249'],
  [/ моторн\p{L}+ /u, 'HP:0001270'],
  [/ физическ\p{L}+ развити\p{L}+ /u, 'HP:0001508'],
  [/ речев\p{L}+ развити\p{L}+ /u, 'HP:0000750'],
  [/ развити\p{L}+ | развивается | нпр | психомоторн\p{L}+ /u, 'HP:0001263'],
  [/ поведени\p{L}+ | психик\p{L}+ /u, 'HP:0000708'],
  [/ реч(?:ь|и|ью) /, 'HP:0009088'],
  [/ памят(?:ь|и) /, 'HP:0002354'],
  [/ чувствительност\p{L}+ /u, 'HP:0003474'],
  [/ рефлекс\p{L}* /u, 'HP:0031826'],
  [/ мышечн\p{L}+ тонус | тонус мышц | тонус /u, 'HP:0003808'],
  [/ мышечн\p{L}+ сил\p{L}+ | сила мышц /u, 'HP:0001324'],
  [/ координац\p{L}+ /u, 'HP:0001251'],
  [/ рост | росте /, 'HP:0004322'],
  [/ вес | масса тела | масса /, 'HP:0004325'],
  [/ давлени\p{L}+ | ад /u, 'HP:0000822'],
  [/ температур\p{L}+ /u, 'HP:0001945'],
  [/ печен\p{L}+ /u, 'HP:0002240'],
  [/ селезенк\p{L}+ /u, 'HP:0001744'],
  [/ лимфоузл\p{L}+ | лимфатическ\p{L}+ узл\p{L}+ | л у /u, 'HP:0002716'],
  [/ поч(?:к|ек)\p{L}* | анализ\p{L}* мочи | оам | мпс | мвс /u, 'HP:0000077'],
  [/ мочеиспускани\p{L}+ | мочится /u, 'HP:0100518'],
  [/ живот\p{L}{0,2} /u, 'HP:0002027'],
  [/ кожн\p{L}+ покро\p{L}+ | кож(?:а|и|у|е) /u, 'HP:0000951'],
  [/ небо | неба /, 'HP:0000175'],
  [/ ан(?:ус|уса|альное отверстие) /, 'HP:0001545'],
  [/ позвоночник\p{L}* | осанк\p{L}+ /u, 'HP:0000925'],
  [/ корень аорты /, 'HP:0002616'],
  [/ аорта не расширена /, 'HP:0004942'],
  [/ стоп(?:а|ы) /, 'HP:0001760'],
  [/ сустав\p{L}* /u, 'HP:0001387'],
  [/ костн\p{L}+ | кост(?:и|ей|ях) | скелет\p{L}* /u, 'HP:0000924'],
  [/ хрусталик\p{L}* /u, 'HP:0000518'],
  [/ легки(?:е|х) /, 'HP:0002088'],
  [/ поджелудочн\p{L}+ /u, 'HP:0001732'],
  [/ клапан\p{L}* /u, 'HP:0001654'],
  [/ череп\p{L}* | форма головы | голова /u, 'HP:0000929'],
  [/ ушн\p{L}+ раковин\p{L}+ | уши /u, 'HP:0000377'],
  [/ (?:половые органы|гениталии) /, 'HP:0000811'],
  [/ грудн\p{L}+ клетк\p{L}+ /u, 'HP:0000765'],
  [/ лиц(?:о|а) /, 'HP:0001999'],
  [/ сон | спит /, 'HP:0002360'],
  [/ аппетит /, 'HP:0004396'],
];

const isNormal = new RegExp(
  ` (?:${[
    'в (?:пределах )?(?:возрастной )?норм(?:е|ы)',
    'норма',
    'нормальн\\p{L}+',
    '(?:без|нет) (?:\\p{L}+ )?(?:особенност|патологи|отклонени|изменени|аномали|нарушени|затруднени|жалоб)\\p{L}*',
    '(?:патологи|отклонени|аномали|изменени|деформаци)\\p{L}+ (?:\\p{L}+ ){0,3}(?:не|нет|нету)',
    'прозрачн\\p{L}+',
    'симметричн\\p{L}+',
    'ясн(?:ый|ая|ое|ые)',
    'ритмичн\\p{L}+',
    'не (?:пальпир|определя|страда|наруш|измен|увелич|расшир|сниж|повыш|выступа|выход|отстае|затронут|поврежд|постра|пораж|утолщ)\\p{L}*',
    'сохран(?:ен|н)\\p{L}*',
    'крепк\\p{L}+',
    'здоров\\p{L}*',
    'чист(?:ый|ая|ое|ые|о|ы)?',
    'свобод\\p{L}+',
    'спокой\\p{L}+',
    'прилежит',
    '(?:по|соответству\\p{L}+) возраст\\p{L}+',
    'возрастн\\p{L}+',
    'в срок',
    'прав[ие]льн\\p{L}+',
    'цел(?:о|ое|ы|а)',
    'в порядке',
    'обычн\\p{L}+',
    'интактн?\\p{L}*',
    'мягк\\p{L}+',
    'безболезнен\\p{L}+',
    'хорош(?:ий|ая|ее|ие|о)',
    '(?:по|у) кра(?:ю|я)',
    'средн(?:ий|яя|ие|ее)',
    'физиологич\\p{L}+',
    'регулярн\\p{L}+',
    '1 0',
    '36 ?\\d?',
    'нормально',
    'достаточн\\p{L}+',
    'n',
    'б о',
  ].join('|')}) `,
  'u',
);

/** What is said of several things at once. */
const isSeveral = / не \p{L}+ы | не \p{L}+ют(?:ся)? | норме | обычн\p{L}+ /u;

/** Whether a part says of a word that it is as it should be: right behind it, or in a part that says little more. */
export function isCalledNormal({ text }: NotePart, word: string): boolean {
  if (!isNormal.test(text)) return false;
  const [, behind] = text.split(` ${word} `, 2);
  return text.trim().split(' ').length <= 4 || (behind !== undefined && ` ${behind}`.search(isNormal) === 0);
}

/** Signs that parts of a note call absent by calling what they are of normal. */
export function normalIn(
  parts: readonly NotePart[],
  tokens: readonly NoteWord[],
  { abnormal }: SignWords,
): { id: string; part: number }[] {
  const subjectsIn = (part: NotePart) => {
    const listed = listedIn(part.text);
    if (listed.length > 0) return listed;
    // «Склеры обычные»: what HPO has a sign for that is called so.
    return tokens
      .slice(part.from, part.to)
      .flatMap(({ root }) => abnormal.get(root) ?? [])
      .slice(0, 1);
  };
  const found: { id: string; part: number }[] = [];
  for (const [number, part] of parts.entries()) {
    const { text } = part;
    if (!isNormal.test(text)) continue;
    const own = subjectsIn(part);
    for (const id of own) found.push({ id, part: number });
    // «Корень аорты 28 мм, не расширен», «осмотр кожи: чисто»
    if (own.length === 0 && number > 0 && parts[number]!.gap < 3 && text.trim().split(' ').length < 3)
      for (const id of subjectsIn(parts[number - 1]!)) found.push({ id, part: number - 1 });
    // «Печень, селезёнка не увеличены»
    for (let before = number - 1; parts[before + 1]?.gap === 1 && parts[before]; before--) {
      if (!isSeveral.test(text) || !/^ \p{L}+(?: \p{L}+)? $/u.test(parts[before]!.text)) break;
      for (const id of subjectsIn(parts[before]!)) found.push({ id, part: before });
    }
  }
  return found;
}

/** The first that fits; of «слух и зрение в норме» both. */
function listedIn(text: string): string[] {
  const found = subjects.filter(([pattern]) => pattern.test(text)).map(([, id]) => id);
  return / и /.test(text) && text.split(' ').length < 9 ? found.slice(0, 2) : found.slice(0, 1);
}
