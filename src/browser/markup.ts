/** Content of a notice (ruling G24): text, bold, italics, line breaks, links within the site or to https. */
export type Segment =
  | { tag: 'text'; text: string }
  | { tag: 'br' }
  | { tag: 'b'; children: Segment[] }
  | { tag: 'i'; children: Segment[] }
  | { tag: 'a'; href: string; children: Segment[] };

const token = /<(\/?)(a|b|i|br)\b([^<>]*)>|<[^<>]*>|[^<]+|</giu;
const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** Parses the allowed tags; other tags are dropped and their text kept. */
export function readMarkup(html: string): Segment[] {
  const root: Segment[] = [];
  const open: { tag: string; children: Segment[] }[] = [{ tag: '', children: root }];
  const last = () => open.at(-1)?.children ?? root;
  for (const [whole, slash, name, attributes] of html.matchAll(token)) {
    const tag = name?.toLowerCase();
    if (!whole.startsWith('<') || whole === '<') last().push({ tag: 'text', text: decode(whole) });
    else if (!tag) continue;
    else if (tag === 'br') last().push({ tag: 'br' });
    else if (slash) {
      const at = open.findLastIndex((one) => one.tag === tag);
      if (at > 0) open.length = at;
    } else {
      const children: Segment[] = [];
      if (tag === 'a') {
        const href = safeHref(decode(/\bhref\s*=\s*["']?([^"'\s>]*)/i.exec(attributes ?? '')?.[1] ?? ''));
        if (href) last().push({ tag: 'a', href, children });
        else last().push({ tag: 'b', children });
      } else last().push(tag === 'b' ? { tag: 'b', children } : { tag: 'i', children });
      open.push({ tag, children });
    }
  }
  return root;
}

/** A page of this site or an https address. */
const safeHref = (href: string) => (/^(https:\/\/|\/(?![/\\]))[^\s\\]*$/.test(href) ? href : undefined);

const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => namedEntities[name] ?? whole);
