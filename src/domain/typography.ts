/** A title within a sentence: «Набор открыт» loses its capital, «ЖНВЛП» and «X-сцепленное» keep theirs. */
export const lowered = (title: string) =>
  title.replace(/^[А-ЯЁ](?=[а-яё ])/, (letter) => letter.toLowerCase());

/** «hereditary …» → «Hereditary …». */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Sets no-break spaces: initials with surname, «г.» with town, number with sign, short word with the next.
 * Only spaces change.
 */
export const bound = (text: string) =>
  text
    .replace(
      /(?<![\p{L}\d./])([А-ЯЁ]\.|[гд]\.|им\.|№|(?!(?:мг|кг|мл|см|мм|км|лет|г) )[а-яё]{1,2})[ \n](?=\S|$)/gu,
      '$1\u00a0',
    )
    // Consecutive initials.
    .replace(/(\u00a0[А-ЯЁ]\.) (?=[А-ЯЁ])/g, '$1\u00a0')
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '\u00a0')
    // A number with its unit; a type with its number.
    .replace(/(?<=\d) (?=(?:мг|мкг|мл|г|кг|лет|года?|%|°C)(?![\p{L}]))/gu, '\u00a0')
    .replace(/(?<=(?:^|[\s(])[Тт]ип(?:а|у|ом|е|ы|ов)?) (?=[\dIVX])/g, '\u00a0')
    .replace(/ (?=[—–·] )/g, '\u00a0');
