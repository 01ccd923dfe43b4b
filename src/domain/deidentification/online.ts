import type { TextSpan } from './finding.ts';

/** Email addresses; the local part is read backwards from @, which keeps the time linear. */
export function findOnline(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < 64 && /[\p{L}\d._%+-]/u.test(text[start - 1] ?? '')) start -= 1;
    let end = at + 1;
    while (end < text.length && end - at < 120 && /[\p{L}\d._-]/u.test(text[end] ?? '')) end += 1;
    while (end > at && /[._-]/.test(text[end - 1] ?? '')) end -= 1;
    if (end === at + 1) continue;
    if (start < at && /\.\p{L}{2,}/u.test(text.slice(at, end))) found.push({ kind: 'email', start, end });
    else if (start === at && /^\p{L}[\p{L}\w.]{2,}$/u.test(text.slice(at + 1, end)))
      found.push({ kind: 'account', start, end });
  }
  for (const match of text.matchAll(networks)) {
    const end = match.index + match[0].replace(/[.,;]+$/, '').length;
    found.push({ kind: 'account', start: match.index, end });
  }
  for (const match of text.matchAll(called)) {
    const name = match[2] ?? '';
    const isShort = /^(?:тг|вк|tg|vk|ник)/i.test(match[1] ?? '');
    if (isShort && !/[\d_.]/.test(name)) continue;
    const end = match.index + match[0].length;
    found.push({ kind: 'account', start: end - name.length, end });
  }
  return found;
}

/**
 * «Телеграм: sveta_mama», «инстаграм мамы anna.orphan»; after a short word, only what cannot be a drug or
 * gene.
 */
const called =
  /(?<!\p{L})(телег(?:рам[а-яё]{0,2}|а|е|у|ой)|тг|инстаграм[а-яё]{0,2}|в\s?контакте|вк|ник(?:нейм)?|telegram|instagram|whatsapp|skype|скайп[а-яё]{0,2}|tg|vk)(?:\s(?:мам[ыа]|матери|отца|пап[ыа]|семьи|сестры|брата|пациент(?:а|ки)|реб[её]нка))?\s{0,2}[:—–-]?\s{0,2}([a-z][a-z\d_.]{3,31}[a-z\d_])(?![\w@])/giu;

const networks =
  /(?<![\p{L}\d])(?:https?:\/\/)?(?:www\.|m\.)?(?:vk\.com|vkontakte\.ru|t\.me|telegram\.me|instagram\.com|facebook\.com|ok\.ru|wa\.me|max\.ru)\/[\w.@/?=&-]{1,80}/giu;
