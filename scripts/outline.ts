/** A font as fontkit opens it, as far as outlines need it. */
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

/** The path of a letter as SVG says it, in whole units of the font. */
export const outlineOf = ({ path }: Glyph): string =>
  path.commands
    .map(({ command, args }) => `${signs[command]}${args.map((number) => Math.round(number)).join(' ')}`)
    .join('');
