import letters from './letters.json' with { type: 'json' };

/** By letter its advance and its outline, as scripts/letters.ts writes them: Golos Text, 1000 units an em, y upwards. */
const outlines = new Map(
  Object.entries(letters).map(([letter, written]) => {
    const [, width = '', outline = ''] = /^(\d+)(.*)$/.exec(written) ?? [];
    return [letter, [Number(width), outline] as const];
  }),
);

/** Units of an em in the outlines. */
const em = 1000;
const space = ' ';

/** A letter that has no outline stands as its plain one, or not at all: «ő» as «o». */
function outlineOf(letter: string): readonly [number, string] | undefined {
  return outlines.get(letter) ?? outlines.get(/\s/.test(letter) ? space : letter.normalize('NFD').charAt(0));
}

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (outlineOf(letter)?.[0] ?? 0), 0) / em;

/** Words as lines no wider than `width` ems; what is longer than `most` lines ends in dots. */
export function linesOf(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const kept = lines.slice(0, most).map((line) => (widthOf(line) <= width ? line : cut(line, width)));
  if (lines.length > most) kept[most - 1] = cut(kept[most - 1]!, width);
  return kept;
}

function cut(line: string, width: number): string {
  let kept = [...line];
  while (kept.length > 1 && widthOf(`${kept.join('')}…`) > width) kept = kept.slice(0, -1);
  return `${kept.join('').trimEnd()}…`;
}

/** A line as shapes of SVG: `x` and `y` are of the beginning of its base line, `size` of an em, in units of the drawing. */
export function drawLine(line: string, { x, y, size }: { x: number; y: number; size: number }): string {
  let at = 0;
  const shapes = [...line].flatMap((letter) => {
    const [width, outline] = outlineOf(letter) ?? [0, ''];
    const place = at;
    at += width;
    return outline ? [`<path transform="translate(${place})" d="${outline}"/>`] : [];
  });
  const scale = size / em;
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${shapes.join('')}</g>`;
}
