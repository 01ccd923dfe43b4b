/** Elements that people paste from web pages and word processors; «p < 0,05» is no element. */
const element =
  /^<(?:!--[^<>]*|\/?(?:a|abbr|address|article|aside|audio|b|base|blockquote|body|br|button|canvas|caption|center|code|dd|del|details|div|dl|dt|em|embed|fieldset|figure|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|li|link|main|map|mark|math|menu|meta|nav|noscript|object|ol|option|p|picture|pre|s|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|video|xml|o:p)(?:\s[^<>]*|\/)?)>$/i;
/** A link whose address runs code, opens what is no page, or leaves the site without saying so: «//host», «/\host». */
const dangerous =
  /\[([^[\]]{0,500})\]\(\s*(?:javascript:|data:|vbscript:|file:|[/\\]\s*[/\\])(?:[^()]|\([^()]{0,500}\)){0,2000}\)/gi;
/** What was taken out may leave the like behind; nobody writes more of it one in another. */
const mostRounds = 20;

/** Text of an editor without what no text needs: markup, links that run code, characters nobody sees. Cleaned again, it stays. */
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
    // Anyone who goes on gets no links at all.
    if (round >= mostRounds) cleaned = cleaned.replaceAll('](', '] (');
  }
}

/**
 * The text without elements, and without those that show once an inner one is gone: «<sc<b>ript>». Each end is looked at
 * once with the last beginning before it, so that a text of beginnings takes no longer than any other.
 */
function withoutElements(text: string): string {
  if (!text.includes('>')) return text;
  const kept: string[] = [];
  /** Where beginnings stand that have met no end yet. */
  let open: number[] = [];
  for (const part of text.split(/(?<=>)|(?=<)/)) {
    if (part.startsWith('<')) open.push(kept.length);
    kept.push(part);
    if (!part.endsWith('>')) continue;
    const start = open.pop();
    if (start !== undefined && element.test(kept.slice(start).join(''))) kept.length = start;
    // An end that closes no element parts the beginnings before it from all later ends.
    else open = [];
  }
  return kept.join('');
}

/** The same for whatever a field holds. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanValue(inner)]));
  return value;
}
