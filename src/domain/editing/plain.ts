/** HTML elements pasted from pages and word processors; «p < 0,05» is not one. */
const element =
  /^<(?:!--[^<>]*|\/?(?:a|abbr|address|article|aside|audio|b|base|blockquote|body|br|button|canvas|caption|center|code|dd|del|details|div|dl|dt|em|embed|fieldset|figure|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|li|link|main|map|mark|math|menu|meta|nav|noscript|object|ol|option|p|picture|pre|s|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|video|xml|o:p)(?:\s[^<>]*|\/)?)>$/i;
/** Links that run code, open no page, or leave the site unmarked: «//host», «/\host». */
const dangerous =
  /\[([^[\]]{0,500})\]\(\s*(?:javascript:|data:|vbscript:|file:|[/\\]\s*[/\\])(?:[^()]|\([^()]{0,500}\)){0,2000}\)/gi;
/** Removing markup may expose more of it; nested deeper than this it is no accident. */
const maxRounds = 20;

/** Removes markup, dangerous links and invisible characters. Idempotent. */
export function cleanText(text: string): string {
  let cleaned = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u00AD\u200B\u2028\u2029\uFEFF]/gu, (sign) =>
      sign === '\n' || sign === '\t' ? sign : '',
    )
    .toWellFormed();
  for (let round = 0; ; round += 1) {
    const before = cleaned;
    cleaned = withoutElements(cleaned).replace(dangerous, '$1');
    if (cleaned === before) return cleaned;
    // Deeper nesting loses all links.
    if (round >= maxRounds) cleaned = cleaned.replaceAll('](', '] (');
  }
}

/**
 * Removes elements, including those exposed by removal: «<sc<b>ript>». Each end is matched once with the last
 * open start, which keeps the time linear.
 */
function withoutElements(text: string): string {
  if (!text.includes('>')) return text;
  const kept: string[] = [];
  /** Open starts without an end. */
  let open: number[] = [];
  for (const part of text.split(/(?<=>)|(?=<)/)) {
    if (part.startsWith('<')) open.push(kept.length);
    kept.push(part);
    if (!part.endsWith('>')) continue;
    const start = open.pop();
    if (start !== undefined && element.test(kept.slice(start).join(''))) kept.length = start;
    // An end that closes nothing separates earlier starts from later ends.
    else open = [];
  }
  return kept.join('');
}

/** The same for any field value. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanValue(inner)]));
  return value;
}
