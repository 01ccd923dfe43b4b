/** Elements that people paste from web pages and word processors; «p < 0,05» is no element. */
const element =
  /<\/?(?:a|abbr|address|article|aside|audio|b|base|blockquote|body|br|button|canvas|caption|center|code|dd|del|details|div|dl|dt|em|embed|fieldset|figure|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|li|link|main|map|mark|math|menu|meta|nav|noscript|object|ol|option|p|picture|pre|s|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|video|xml|o:p)(?:\s[^<>]*|\/)?>/gi;
/** A link whose address runs code or opens what is no page. */
const dangerous =
  /\[([^[\]]{0,500})\]\(\s*(?:javascript|data|vbscript|file):(?:[^()]|\([^()]{0,500}\)){0,2000}\)/gi;

/** Text of an editor without what no text needs: markup, links that run code, characters nobody sees. */
export function cleanText(text: string): string {
  let cleaned = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u200B\u2028\u2029\uFEFF]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .toWellFormed();
  // What is taken out may leave an element behind: «<sc<b>ript>».
  for (let round = 0; round < 5; round += 1) {
    const before = cleaned;
    cleaned = cleaned
      .replace(/<!--[^<>]*>/g, '')
      .replace(element, '')
      .replace(dangerous, '$1');
    if (cleaned === before) break;
  }
  return cleaned;
}

/** The same for whatever a field holds. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanValue(inner)]));
  return value;
}
