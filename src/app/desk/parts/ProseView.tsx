import type { ReactNode } from 'react';
import type { ProseMark, ProseNode } from '#domain/prose/node.ts';

const blocks: Record<string, 'p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'tr' | 'td' | 'th'> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
};
const marks: Record<string, 'strong' | 'em' | 'sup' | 'sub' | 'u'> = {
  bold: 'strong',
  italic: 'em',
  superscript: 'sup',
  subscript: 'sub',
  link: 'u',
};

/** A text with its shape, to look at: links lead nowhere. */
export function ProseView({ node }: { node: ProseNode }): ReactNode {
  const { type, text, attrs = {}, content = [] } = node;
  if (type === 'text') return (node.marks ?? []).reduceRight<ReactNode>(within, text);
  if (type === 'hardBreak') return <br />;
  if (type === 'image') return <img src={String(attrs['src'])} alt={String(attrs['alt'] ?? '')} />;
  const inner = content.map((one, index) => <ProseView key={index} node={one} />);
  if (type === 'table')
    return (
      <table>
        <tbody>{inner}</tbody>
      </table>
    );
  // Below the heading of its field.
  if (type === 'heading') return <h5>{inner}</h5>;
  const Block = blocks[type];
  if (!Block) return inner;
  return <Block {...(Block === 'ol' ? { start: Number(attrs['start'] ?? 1) } : {})}>{inner}</Block>;
}

function within(words: ReactNode, { type }: ProseMark): ReactNode {
  const Mark = marks[type];
  return Mark ? <Mark>{words}</Mark> : words;
}
