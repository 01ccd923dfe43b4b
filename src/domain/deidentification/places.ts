import type { TextSpan } from './finding.ts';

const cap = '[А-ЯЁ][а-яё]{1,25}(?:-(?:[а-яё]{1,4}-)?[А-ЯЁ][а-яё]{1,20})?';
const caps = `${cap}(?:\\s${cap}){0,2}`;
const edge = '(?<![\\p{L}\\d-])';
const house =
  '(?:,?\\s{0,2}(?:д\\.|дом[аеу]?|вл\\.|№)?\\s{0,2}\\d{1,4}(?:[/‑–-]\\d{1,4})?(?:[а-яё](?![а-яё]))?(?!\\s?(?:г|лет|мес|раз|мг)))?(?:,?\\s{0,2}(?:корп(?:\\.|ус)?|к\\.|стр(?:\\.|оение)?|лит\\.)\\s{0,2}[\\dА-Яа-я]{1,3})?(?:,?\\s{0,2}(?:кв(?:\\.|артира)?|комн(?:\\.|ата)?|оф\\.)\\s{0,2}\\d{1,4})?';

const streets = [
  // «ул. Ленина, д. 14, кв. 52»
  new RegExp(
    `${edge}(?:ул\\.?|улиц[аеуыё]й?|пр-т[аеу]?|пр-кт|просп\\.|проспект[аеу]?|пер\\.|переул(?:ок|к[аеу])|бульвар[аеу]?|б-р|шоссе|наб\\.|набережн[а-яё]{2,3}|проезд[аеу]?|тупик[аеу]?|мкр\\.?|мкрн|микрорайон[аеу]?|квартал[аеу]?|площад[ьи])\\s{0,2}«?(?:\\d{1,3}-?[а-яё]{0,3}\\s)?(?:[А-ЯЁ]\\.\\s?){0,2}(?:${caps}|\\d{1,3}\\s(?:лет\\s)?${cap})»?(?:\\.(?=,))?${house}`,
    'gu',
  ),
  // «пр. Ленина, 45-12»: «пр.» is a prospect only with a house number.
  new RegExp(`${edge}пр\\.\\s{0,2}${caps},?\\s{0,2}(?:д\\.\\s?)?\\d${house}`, 'gu'),
  // «Красный проспект, 18»
  new RegExp(
    `${edge}${cap}(?:\\s${cap})?\\s(?:улиц[аеу]|проспект[аеу]?|бульвар[аеу]?|шоссе|переул(?:ок|к[аеу])|проезд[аеу]?|набережн[а-яё]{2,3}|тупик[аеу]?|тракт[аеу]?)(?![а-яё])${house}`,
    'gu',
  ),
  new RegExp(`${edge}(?:д\\.|дом)\\s{0,2}\\d{1,4}[а-яё]?,\\s{0,2}(?:кв\\.|квартира)\\s{0,2}\\d{1,4}`, 'gu'),
];

const settlement =
  '(?:г\\.|гор\\.|город(?:а|е|у|ом)?|пос\\.|пгт\\.?|п\\.|пос[её]л(?:ок|к[аеу]|ком)|дер\\.|деревн(?:я|и|е|ю|ей)|сел(?:о|а|е|у|ом)|с\\.|станиц(?:а|ы|е|у|ей)|ст-ц[аыеу]|хутор(?:а|е|у)?|х\\.|аул(?:а|е|у)?|кишлак[аеу]?|разъезд[аеу]?)';
const settlements = new RegExp(
  `${edge}${settlement}\\s{0,2}(${caps})(?:,\\s{0,2}(?:д\\.|дом)\\s{0,2}\\d{1,4})?`,
  'gu',
);

const areas = new RegExp(
  `${edge}${cap}\\s(?:районе?|р-н[аеу]?|районн?[аеуом]{0,2}|районе|улусе?)(?![а-яё])(?:\\s${settlement}\\s{0,2}${caps})?`,
  'gu',
);

/** Words of living in or coming from a place. */
const living =
  /(?<![а-яё])(?:прожива|жив[её]т|живут|жил[аи]?(?![а-яё])|жител[ья]|жительниц|родом|уроженк|уроженец|уроженц|переехал|приехал|прибыл|прописан|проживани|доставлен[аы]? из|поступил[аи]? из|родил(?:ся|ась) в|вырос|направлен[аы]? из|эвакуирован)/giu;
const homes = new RegExp(
  `(?:(?<![\\p{L}])(?:в|во|из|на|под|близ)\\s|^\\s{0,9}(?:г\\.\\s?)?)(${caps})(\\s[а-яё.]{2,12})?`,
  'gu',
);

/** Regions and countries are allowed; a federal city is a federal subject. */
const wide =
  /^(?:росси|рф|москв|санкт-петербург|петербург|севастопол|татарстан|башк|дагестан|чечн|ингушети|осети|адыге|алтай|алтае|бурят|калмык|карели|коми|крым|мари[йи]|мордови|саха|якути|тыв[аеу]|удмурти|хакаси|чуваши|кабардин|карачаев|подмосков|ленобласт|сибир|урал|поволж|кавказ|дальн|забайкаль|приморь|европ|ази[ия]|америк|герман|израил|украин|белару|белорус|казахстан|узбекистан|таджикистан|кирги|армени|азербайджан|груз|молд|турци|китай|китае|индии|сша|франци|итал|испан|республик|росс|федераци|северн|южн|западн|восточн|центральн)/i;
const wideWord = /^\s(?:област|обл|кра[йюея]|край|республик|округ|ао(?![а-яё])|федерац|окр)/i;

const bodies =
  /(?:институт|нии|центр|нмиц|мгнц|клиник|больниц|университет|лаборатори|ооо|зао|пао|компани|конгресс|конференци|школ[аы] молод|академи|фонд|издательств|журнал|симпозиум|съезд)/iu;

/** Streets, houses, villages and towns of a person; regions and clinic locations are skipped. */
export function findPlaces(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  const add = (start: number, end: number) => found.push({ kind: 'address', start, end });
  for (const expression of streets)
    for (const match of text.matchAll(expression)) add(match.index, match.index + match[0].trimEnd().length);
  for (const match of text.matchAll(settlements)) {
    const before = sentenceBefore(text, match.index);
    const isHome = livesHere(before);
    const isCity = wide.test(match[1] ?? '');
    if (!isHome && (bodies.test(before) || isCity)) continue;
    if (isHome && isCity && !/ул/i.test(before.slice(before.search(/прожива|$/i)))) continue;
    // «2015 г. Москва», «0,20 с. После»: the abbreviation belongs to another word.
    if (match[0].startsWith('г.') && /\d\s?$/.test(before)) continue;
    if (
      /^[спх]\./.test(match[0]) &&
      !/(?:^|[,(:]\s{0,2}|(?:^|\s)(?:в|во|из|районе?|р-н[аеу]?|обл\.|област[иь])\s)$/i.test(before)
    )
      continue;
    add(match.index, match.index + match[0].length);
  }
  for (const match of text.matchAll(areas))
    if (livesHere(sentenceBefore(text, match.index))) add(match.index, match.index + match[0].length);
  for (const match of text.matchAll(living)) {
    const from = match.index + match[0].length;
    const rest = text.slice(from, from + 70);
    const stop = /[.!?;](?:\s|$)(?<!г\.\s)/.exec(rest)?.index ?? rest.length;
    const window = rest.slice(0, stop).replace(/^[а-яё]{0,6}/u, (ending) => ' '.repeat(ending.length));
    for (const home of window.matchAll(homes)) {
      const [whole, place = '', after = ''] = home;
      if (wide.test(place) || wideWord.test(after) || /^\s?(?:обл|край|р-н)/.test(after)) continue;
      const start = from + home.index + whole.indexOf(place);
      add(start, start + place.length);
      break;
    }
  }
  return joinNear(found, text);
}

function livesHere(before: string): boolean {
  living.lastIndex = 0;
  const is = living.test(before);
  living.lastIndex = 0;
  return is || /(?:адрес|регистраци|прописк)/i.test(before);
}

function sentenceBefore(text: string, start: number): string {
  const window = text.slice(Math.max(0, start - 120), start);
  let last = 0;
  for (const match of window.matchAll(/(?:[а-яё)\d]{3}[.!?]\s+(?=[А-ЯЁ])|\n)/g))
    last = match.index + match[0].length;
  return window.slice(last);
}

const region =
  /(?:[А-ЯЁ][а-яё]{2,20}(?:-[А-ЯЁ][а-яё]{2,20})?\.?\s(?:область|обл\.|край|округ|АО)|(?:Республика|[Рр]есп\.)\s[А-ЯЁ][а-яё]{2,20}|[А-ЯЁ][а-яё]{2,20}\s(?:район|р-н)|\d{6}|Россия|РФ),?\s{0,2}$/u;

/** Joins adjacent parts of an address with its region and postcode. */
function joinNear(found: TextSpan[], text: string): TextSpan[] {
  const sorted = found.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const joined: TextSpan[] = [];
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last && (span.start <= last.end || /^[\s,]{0,3}$/.test(text.slice(last.end, span.start)))) {
      last.end = Math.max(last.end, span.end);
      continue;
    }
    joined.push({ ...span });
  }
  for (const span of joined) {
    for (let steps = 0; steps < 3; steps += 1) {
      const before = text.slice(Math.max(0, span.start - 50), span.start);
      const match = region.exec(before);
      if (!match || !before.includes(',')) break;
      span.start -= match[0].length;
    }
    const city = /(?:(?:г\.|город)\s?)?[А-ЯЁ][а-яё-]{2,20},\s{0,2}$/u.exec(
      text.slice(Math.max(0, span.start - 40), span.start),
    );
    if (
      city &&
      /ул|пр|пер|д\.|шоссе|бульв|наб/.test(text.slice(span.start, span.end)) &&
      !/[.!?]\s*$/.test(text.slice(0, span.start - city[0].length))
    )
      span.start -= city[0].length;
  }
  return joined;
}
