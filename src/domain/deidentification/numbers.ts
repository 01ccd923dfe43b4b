import type { TextSpan } from './finding.ts';

/** Check digits of a СНИЛС; numbers up to 001-001-998 have none. */
export function isSnils(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const number = Number(digits.slice(0, 9));
  if (number <= 1_001_998) return false;
  const sum = [...digits].slice(0, 9).reduce((total, digit, index) => total + Number(digit) * (9 - index), 0);
  return (sum % 101) % 100 === Number(digits.slice(9));
}

/** Number of a compulsory insurance policy: sixteen digits with a Luhn check digit. */
export function isPolicy(digits: string): boolean {
  if (!/^\d{16}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A person's ИНН: twelve digits with two check digits. */
export function isTaxNumber(digits: string): boolean {
  if (!/^\d{12}$/.test(digits)) return false;
  const control = (weights: readonly number[]) =>
    (weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0) % 11) % 10;
  return (
    control([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(digits[10]) &&
    control([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(digits[11])
  );
}

/** Digit runs with the separators in use. */
const runs =
  /(?<![\p{L}\d.,/:_])(?:\+\s?)?(?:\(\d{3,5}\)|\d)(?:[\s()‑–-]{0,2}\d){4,19}(?![\p{L}\d_]|[.,]\d)/gu;

/** Dots instead of hyphens: «8.916.555.43.21», «+7.916.555-43-21», «087.654.303.00». */
const dotted =
  /(?<![\p{L}\d.,/:_+])(?:(?:(\+7|[78])[.\s]{1,2})?\(?\d{3}\)?[.\s]\s?\d{3}[.\s‑–-]\d{2}[.\s‑–-]\d{2}|(\d{3}\.\d{3}\.\d{3}[.\s‑–-]\d{2}))(?![\p{L}\d_]|[.,]\d)/gu;

const numeral =
  '(?:н[ою]ль|один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|(?:один|две|три|четыр|пят|шест|сем|восем|девят)надцать|двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто|сто|двести|триста|четыреста|пятьсот|шестьсот|семьсот|восемьсот|девятьсот|\\d{2,3})';
/** A phone number in words: «восемь девятьсот три пятьсот пятьдесят пять …». */
const spoken = new RegExp(
  `(?<![\\p{L}\\d.,/-])(?:плюс\\s)?${numeral}(?:[\\s,–-]{1,3}${numeral}){3,14}(?![\\p{L}\\d]|[.,]\\d)`,
  'giu',
);
const beginsPhone =
  /^(?:плюс\s{1,2}семь|восемь)[\s,–-]{1,3}(?:[а-яё]{3,6}ст[аи]|[а-яё]{3,7}сот|[3489]\d{2})(?![а-яё\d])/iu;

const cues = {
  snils: /снилс[^\d]{0,20}$/i,
  policy: /(?:полис[а-яё]{0,3}|(?<![а-яё])омс|(?<![а-яё])дмс|(?<![а-яё])енп)[^\d]{0,44}$/i,
  passport: /(?:паспорт[а-яё]{0,3}|серия)[^\d]{0,24}$/i,
  tax: /(?<![а-яё])инн[^\d]{0,12}$/i,
  phone:
    /(?<![а-яё])(?:тел(?![а-яё])|телефон[а-яё]{0,3}|звон[а-яё]{0,5}|моб[а-яё.]{0,9}|факс[а-яё]{0,2}|контакт[а-яё]{0,5}|по номеру|whatsapp|вотсап|ватсап|вайбер|viber|сотов[а-яё]{0,4})[^\d+]{0,24}$/i,
  number: /(?:№|nct|cas|omim|orpha|isbn|issn|doi)\s{0,2}$/i,
};

/** Phones, СНИЛС, policies and passports. */
export function findNumbers(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const match of text.matchAll(runs)) {
    const start = match.index;
    const words = match[0];
    const end = start + words.length;
    const before = text.slice(Math.max(0, start - 40), start);
    const kind = readNumber(words, before);
    if (kind) found.push({ kind, start, end });
  }
  for (const match of text.matchAll(dotted)) {
    const digits = match[0].replaceAll(/\D/g, '');
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const isOwn = match[1] !== undefined || cues.phone.test(before);
    const kind = match[2] === undefined ? (isOwn ? 'phone' : undefined) : snilsOf(digits, before);
    if (kind) found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(spoken)) {
    const matched = match[0].trimEnd();
    const cue = cues.phone.test(text.slice(Math.max(0, match.index - 40), match.index));
    const length = matched.split(/[\s,–-]+/).length;
    if (cue ? length >= 4 : length >= 6 && beginsPhone.test(matched))
      found.push({ kind: 'phone', start: match.index, end: match.index + matched.length });
  }
  return found;
}

const snilsOf = (digits: string, before: string) =>
  isSnils(digits) || cues.snils.test(before) ? 'snils' : undefined;

function readNumber(words: string, before: string): TextSpan['kind'] | undefined {
  const digits = words.replaceAll(/\D/g, '');
  if (cues.snils.test(before) && digits.length >= 9) return 'snils';
  if (/^\d{3}[\s-]\d{3}[\s-]\d{3}[\s-]\d{2}$/.test(words)) return 'snils';
  if (cues.policy.test(before)) return 'policy';
  if (
    cues.passport.test(before) &&
    !/серия\s(?:препарат|вакцин|реагент|набор)/i.test(before) &&
    digits.length >= 6
  )
    return 'document';
  if (/(?:карт|истори|направлени|образ[е]?ц|эпикриз)[^.]{0,24}$/i.test(before) && digits.length < 10)
    return undefined;
  if (cues.tax.test(before) && (digits.length === 12 || digits.length === 10)) return 'document';
  if (isPhone(words, digits, before)) return 'phone';
  if (/^\d{4} \d{6}$/.test(words) || /^\d{2} \d{2} \d{6}$/.test(words)) return 'document';
  if (isSnils(digits) && words === digits) return 'snils';
  if (isPolicy(digits)) return 'policy';
  if (isTaxNumber(digits) && words === digits) return 'document';
  return undefined;
}

function isPhone(words: string, digits: string, before: string): boolean {
  if (cues.number.test(before) && !/тел/i.test(before)) return false;
  const hasPlus = words.startsWith('+');
  const isFormatted = /[()\s‑–-]/.test(words.slice(1));
  if (hasPlus) return digits.length >= 10 && digits.length <= 15;
  if (digits.length === 11 && /^[78][3489]/.test(digits))
    return isFormatted || cues.phone.test(before) || !isSnils(digits);
  if (digits.length === 10 && digits.startsWith('9') && !isFormatted) return true;
  if (/^\(?\d{3,5}\)?[\s‑–-]{1,2}\d{1,3}[\s‑–-]\d{2}[\s‑–-]\d{2}$/.test(words) && digits.length === 10)
    return true;
  if (/^\d{3}-\d{2}-\d{2}$/.test(words)) return !/образ|направл|карт|истори/i.test(before);
  return cues.phone.test(before) && digits.length >= 5 && digits.length <= 11;
}

const value = '(?:[A-Za-zА-ЯЁ]{1,3}-?)?\\d[\\d/‑–-]{0,17}(?:[а-яa-z](?![\\p{L}]))?';
const sign = '(?:№|N°|No\\.?|номер[а-я]{0,2})\\s{0,2}';
const file =
  '(?:истори[а-я]{1,2}(?:\\s{1,2}(?:болезни|родов))?|ист\\.\\s{0,2}(?:бол(?:езни|\\.)?|б-?ни|род(?:ов|\\.))|(?:мед|амб)[а-я]{0,12}\\.?\\s{0,2}карт[а-я]{1,2}|медкарт[а-я]{1,2}|карт[аыуео][й]?(?:\\s{1,2}(?:больного|пациента|ребенка|ребёнка|беременной))?|и/б|ИБ|И\\.\\s?Б\\.|эпикриз[а-я]{0,2}|шифр[а-я]{0,2}|штрих-?код[а-я]{0,2})';
const paper =
  '(?:направлени[а-я]{1,2}|образ(?:е?ц[а-я]{0,2})|проб[аыуе]й?|пробирк[а-я]{1,2}|заключени[а-я]{1,2}|исследовани[а-я]{1,2}|анализ[а-я]{0,2}|биоматериал[а-я]{0,2}|биопси[а-я]{1,2}|блок[а-я]{0,2}|стекл[а-я]{1,3}|выписк[а-я]{1,2}|талон[а-я]{0,2}|рецепт[а-я]{0,2}|лист[а-я]{0,3}\\s{1,2}нетрудоспособности|протокол[а-я]{0,2}\\s{1,2}(?:исследовани|вк|врачебн|осмотра)[а-я]{0,9}|квот[а-я]{1,2}|медкарт[а-я]{1,2})';
const card =
  '(?:удостоверени[а-я]{1,2}|свидетельств[а-я]{1,2}|справк[а-я]{1,2}|права|паспорт[а-я]{0,3}|страхов[а-я]{1,5})';

const marked: { expression: RegExp; kind: TextSpan['kind'] }[] = [
  {
    expression: new RegExp(
      `(?<![\\p{L}])${file}[\\s,:]{0,3}(?:\\p{Ll}{2,14}\\s{1,2}){0,2}(${sign})?(${value})`,
      'gu',
    ),
    kind: 'record',
  },
  {
    expression: new RegExp(
      `(?<![\\p{L}])${file}[\\s,:]{0,3}(?:\\p{Ll}{2,14}\\s{1,2}){0,2}(${sign})?(${value})`,
      'giu',
    ),
    kind: 'record',
  },
  {
    expression: new RegExp(
      `(?<![\\p{L}])${paper}[\\s,:]{0,3}(?:\\p{Ll}{2,14}\\s{1,2}){0,1}(${sign})(${value})`,
      'giu',
    ),
    kind: 'record',
  },
  {
    expression: new RegExp(
      `(?<![\\p{L}])номер[а-я]{0,2}\\s{1,2}(?:${file}|${paper})[\\s,:]{0,3}()(${value})`,
      'giu',
    ),
    kind: 'record',
  },
  {
    expression: new RegExp(
      `(?<![\\p{L}])${card}[^\\d№.;]{0,30}?((?:\\p{Lu}{1,5}[-\\s]?\\d{0,4}\\s{0,2})?${sign})(\\d{5,10})`,
      'giu',
    ),
    kind: 'document',
  },
  { expression: /(?<!\p{L})()(МСЭ-\d{4}\s{0,2}№?\s{0,2}\d{5,10})(?!\d)/gu, kind: 'document' },
  { expression: /(?<!\p{L})()([IVXLC]{1,5}-[А-ЯЁ]{2}\s{0,2}№?\s{0,2}\d{6})(?!\d)/gu, kind: 'document' },
  {
    expression:
      /(?<=(?:паспорт|серия)[^\d]{0,20})()(\d{2}\s?\d{2}[\s,]{1,2}(?:№|номер)\s{0,2}\d{6})(?!\d)/giu,
    kind: 'document',
  },
];

/** Numbers of cards, histories, samples and documents, which a register maps to a person. */
export function findRecordNumbers(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const { expression, kind } of marked)
    for (const match of text.matchAll(expression)) {
      const number = match[2] ?? '';
      const hasSign = (match[1] ?? '') !== '';
      const start = match.index + match[0].length - number.length - (match[1]?.length ?? 0);
      const end = match.index + match[0].length;
      if (!/\d/.test(number)) continue;
      const isLaw = /приказ|постановлени|закон|препарат/i.test(
        text.slice(Math.max(0, match.index - 40), match.index),
      );
      if (isLaw && kind === 'document') continue;
      if (/регистрационн/i.test(text.slice(Math.max(0, match.index - 24), match.index + 4))) continue;
      if (!hasSign && number.replaceAll(/\D/g, '').length < 3) continue;
      // «карта 12 лет», «история 2019 года»: an amount.
      if (!hasSign && /^\s{0,2}(?:г\.|год|лет|мес|%|мг|раз)/i.test(text.slice(end, end + 8))) continue;
      found.push({ kind, start, end });
    }
  return found;
}
