import { styleOf } from './marks.ts';

/** Stands where a sign could not be read: a gap would change the meaning unseen. */
export const unreadSign = '□';

type Signs = ReadonlyMap<number, string>;

/** Runs of signs, each from its first code on; a space means that the code is not known. */
const signs = (...runs: readonly (readonly [number, string])[]): Signs =>
  new Map(
    runs.flatMap(([first, run]) =>
      [...run].map((sign, at) => [first + at, sign] as const).filter(([, sign]) => sign !== ' '),
    ),
  );

const symbol = signs(
  [0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?'],
  [0x40, '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_'],
  // The letter m is mostly the micro sign of a unit.
  [0x60, '‾αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵'],
  [0xc0, 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓'],
  [0xe0, '◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'],
);

/** Where Unicode has a sign that few fonts draw, the common one of the same meaning is taken. */
const fonts: Record<string, Signs> = {
  symbol,
  'symbol mt': symbol,
  symbolps: symbol,
  'standard symbols l': symbol,
  'standard symbols ps': symbol,
  wingdings: signs(
    [0x28, '☎✆✉'],
    [0x36, '⌛'],
    [0x3f, '✍'],
    [0x41, '✌ 👍👎☜☞☝☟ ☺😐☹'],
    [0x52, '☼ ❄'],
    [0x6c, '●❍■□□❑❒◆◆◆❖◆☒'],
    [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
    [0x9e, '·•▪○○○◉◎ ▪□  ★'],
    [0xd8, '➢'],
    [0xdc, '➲'],
    [0xdf, '←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⇔⇕⇖⇗⇙⇘'],
    [0xfb, '✗✓☒☑'],
  ),
  'wingdings 2': signs([0x4f, '✗✓☒☑☒☒⊗⊗'], [0x69, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'], [0x95, '·••●○'], [0xa1, '▪■□']),
  'wingdings 3': signs(
    [0x21, '←→↑↓↖↗↙↘⇤⇥⤒⤓'],
    [0x31, '↔↕⇠⇢⇡⇣'],
    [0x50, '↻↺'],
    [0x66, '←→↑↓↖↗↙↘↔↕▲▼△▽◄►◁▷◣◢◤◥◂▸▴'],
    [0x80, '▾'],
  ),
  webdings: signs([0x33, '◄►▲▼'], [0x59, '♥'], [0x61, '✔ □   ■'], [0x6e, '●'], [0x72, '✗']),
  'mt extra': signs([0x4b, '…⋯⋮⋰⋱'], [0x51, '∵'], [0x68, 'ℏ'], [0x6c, 'ℓ∓']),
  'bookshelf symbol 7': signs(),
  marlett: signs(),
  'zapf dingbats': signs(),
  zapfdingbats: signs(),
};

export interface SymbolFont {
  signs: Signs;
  /** Word declares that every character of the run is a code of the font, in the code page of the system. */
  isDeclared: boolean;
}

/** The symbol font in which words are written; undefined for fonts of letters. */
export function symbolFontOf(node: Node, classFonts: ReadonlyMap<string, string>): SymbolFont | undefined {
  for (let element = node.parentElement; element; element = element.parentElement) {
    const family =
      firstFamily(styleOf(element, 'mso-symbol-font-family')) ||
      firstFamily(styleOf(element, 'font-family')) ||
      firstFamily(styleOf(element, 'font').replace(/^[^\d\r\n]*\d\S*\s+/, '')) ||
      firstFamily(element.getAttribute('face') ?? '') ||
      [...element.classList].map((name) => classFonts.get(name)).find(Boolean);
    if (!family) continue;
    const known = fonts[family];
    return known && { signs: known, isDeclared: styleOf(element, 'mso-char-type') === 'symbol' };
  }
  return undefined;
}

/** Fonts of classes, as Excel writes them; a clipboard is not drawn, so the style sheet is read as text. */
export function classFontsOf(page: Document): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const sheet of page.querySelectorAll('style'))
    for (const block of (sheet.textContent ?? '').replaceAll('<!--', '').split('}').slice(0, -1)) {
      // A block inside another is the last one.
      const [selectors = '', rules] = block.split('{').slice(-2);
      if (rules === undefined) continue;
      const family = firstFamily(/(?:^|[;\s])font-family\s*:\s*([^;]+)/i.exec(rules)?.[1] ?? '');
      if (!family) continue;
      for (const selector of selectors.split(',')) {
        const name = /^\s*\w*\.([\w-]+)\s*$/.exec(selector)?.[1];
        if (name) found.set(name, family);
      }
    }
  return found;
}

const firstFamily = (families: string): string => {
  const family = (families.split(',')[0] ?? '')
    .replace(/["']|!important/g, '')
    .trim()
    .toLowerCase();
  return family === 'inherit' ? '' : family;
};

/** Signs whose meaning lies in the font as signs of Unicode; `lose` is called for each one that cannot be read. */
export function readSigns(text: string, font: SymbolFont | undefined, lose: () => void): string {
  if (!font && !/\p{Co}/u.test(text)) return text;
  return [...text]
    .map((char) => {
      if (/\s/.test(char)) return char;
      const code = font && codeOf(char, font.isDeclared);
      if (code === undefined && !/\p{Co}/u.test(char)) return char;
      const sign = code === undefined ? undefined : font?.signs.get(code);
      if (sign === undefined) lose();
      return sign ?? unreadSign;
    })
    .join('');
}

/** The code of a character in a symbol font; undefined for a character that has a meaning of its own. */
function codeOf(char: string, isDeclared: boolean): number | undefined {
  const point = char.codePointAt(0) ?? 0;
  if (point >= 0xf0_00 && point <= 0xf0_ff) return point - 0xf0_00;
  if (point <= 0xff) return point;
  return isDeclared ? codePages.get(char) : undefined;
}

/** Bytes above 0x7f as Windows reads them in the West and in Russia: ≥ of Symbol arrives as «³» or «і». */
const codePages: ReadonlyMap<string, number> = new Map(
  ['windows-1251', 'windows-1252'].flatMap((page) => {
    const decoder = new TextDecoder(page);
    return Array.from({ length: 0x80 }, (_, at) => [decoder.decode(new Uint8Array([0x80 + at])), 0x80 + at]);
  }),
);
