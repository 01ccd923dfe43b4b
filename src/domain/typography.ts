/** A title in the middle of a sentence: «Набор открыт» loses its capital, «ЖНВЛП» and «X-сцепленное» keep theirs. */
export const lowered = (title: string) =>
  title.replace(/^[А-ЯЁ](?=[а-яё ])/, (letter) => letter.toLowerCase());

/**
 * Prose whose lines break where a reader would pause: initials stay with the surname, «г.» with the town, a sign of a
 * number with the number, a short word with the next one. Only spaces change, each into one that does not break.
 */
export const bound = (text: string) =>
  text
    .replace(
      /(?<![\p{L}\d./])([А-ЯЁ]\.|[гд]\.|им\.|№|(?!(?:мг|кг|мл|см|мм|км|лет|г) )[а-яё]{1,2})[ \n](?=\S|$)/gu,
      '$1\u00a0',
    )
    // An initial that follows another one.
    .replace(/(\u00a0[А-ЯЁ]\.) (?=[А-ЯЁ])/g, '$1\u00a0')
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '\u00a0')
    // A number and what it counts; a type and its number.
    .replace(/(?<=\d) (?=(?:мг|мкг|мл|г|кг|лет|года?|%|°C)(?![\p{L}]))/gu, '\u00a0')
    .replace(/(?<=(?:^|[\s(])[Тт]ип(?:а|у|ом|е|ы|ов)?) (?=[\dIVX])/g, '\u00a0')
    .replace(/ (?=[—–·] )/g, '\u00a0');
