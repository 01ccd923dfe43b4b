/** A fontkit font, as far as needed. */
export interface Font {
  unitsPerEm: number;
  layout(text: string): { glyphs: Glyph[] };
}

interface Glyph {
  advanceWidth: number;
  path: { commands: { command: string; args: number[] }[] };
}

const signs: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
};

/** SVG path of a letter in font units. */
export const outlineOf = ({ path }: Glyph): string =>
  path.commands
    .map(({ command, args }) => `${signs[command]}${args.map((number) => Math.round(number)).join(' ')}`)
    .join('');
