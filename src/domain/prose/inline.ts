import { address, markLetters, type ProseMark, type ProseNode } from './node.ts';

/** A character, possibly escaped. */
const sign = (but: string) => String.raw`(?:[^${but}\\]|\\.)`;
const span = String.raw`\[(${sign('[\\]')}{1,2000})\]\{([bi^~]{1,4})\}`;
const words = String.raw`(?:${sign('[\\]')}|${span.replaceAll(/\((?!\?)/g, '(?:')}){1,2000}`;
const slanted = String.raw`${sign('*\\s')}(?:${sign('*')}*?${sign('*\\s')})?`;

/** Alternatives in order of priority. */
const inline = new RegExp(
  [
    String.raw`\\(?<escaped>[!-\/:-@[-\x60{-~•])`,
    String.raw`(?<break>(?:^| )\\(?: |$))`,
    String.raw`\[(?<linked>${words})\]\((?<href>${address})\)`,
    String.raw`\[(?<spanned>${sign('[\\]')}{1,2000})\]\{(?<letters>[bi^~]{1,4})\}`,
    String.raw`\*\*\*(?<both>${sign('*')}+)\*\*\*`,
    String.raw`\*\*(?<bold>(?:${sign('*')}|\*${slanted}\*(?!\*))+)\*\*`,
    String.raw`(?<![\p{L}\d*])\*(?<italic>${slanted})\*(?![\p{L}\d*])`,
    String.raw`(?<=[\p{L}\p{N})\]])\^(?<superscript>${sign('\\s^~*[\\]')}{1,100})\^`,
    String.raw`(?<=[\p{L}\p{N})\]])~(?<subscript>${sign('\\s^~*[\\]')}{1,100})~`,
  ].join('|'),
  'u',
);

export function readInline(text: string, marks: readonly ProseMark[] = []): ProseNode[] {
  const nodes: ProseNode[] = [];
  const addText = (content: string) => {
    const last = nodes.at(-1);
    if (last?.type === 'text' && last.marks === undefined && marks.length === 0) last.text += content;
    else if (
      last?.type === 'text' &&
      last.marks?.length === marks.length &&
      last.marks.every((one, at) => one === marks[at])
    )
      last.text += content;
    else if (content)
      nodes.push({ type: 'text', text: content, ...(marks.length > 0 ? { marks: [...marks] } : {}) });
  };
  let rest = text;
  for (let found = inline.exec(rest); found; found = inline.exec(rest)) {
    const groups = found.groups ?? {};
    addText(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
    if (groups['escaped'] !== undefined) addText(groups['escaped']);
    else if (groups['break'] !== undefined) nodes.push({ type: 'hardBreak' });
    else nodes.push(...readMarked(groups, marks));
  }
  addText(rest);
  return nodes;
}

function readMarked(groups: Record<string, string | undefined>, marks: readonly ProseMark[]): ProseNode[] {
  const within = (text: string | undefined, ...own: ProseMark[]) =>
    readInline(text ?? '', [...marks, ...own]);
  const { linked, href, spanned, letters = '', both, bold, italic, superscript, subscript } = groups;
  if (linked !== undefined) return within(linked, { type: 'link', attrs: { href } });
  if (spanned !== undefined)
    return within(
      spanned,
      ...Object.entries(markLetters)
        .filter(([, letter]) => letters.includes(letter))
        .map(([type]) => ({ type })),
    );
  if (both !== undefined) return within(both, { type: 'bold' }, { type: 'italic' });
  if (bold !== undefined) return within(bold, { type: 'bold' });
  if (italic !== undefined) return within(italic, { type: 'italic' });
  if (superscript !== undefined) return within(superscript, { type: 'superscript' });
  return within(subscript, { type: 'subscript' });
}
