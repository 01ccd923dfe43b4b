import { documentsNotice, mailings } from '#domain/subscriptions.ts';
import { escapeHtml } from '#domain/escape.ts';
import type { ProseMark, ProseNode } from '#domain/prose/node.ts';
import { plainLines } from '#domain/prose/plain.ts';
import { parseProse } from '#domain/prose/read.ts';
import type { BroadcastRow } from '../database/tables.ts';
import { absoluteAddress, type LetterText } from '../mail/letter.ts';
import { unsubscribePage } from '../mail/signed-token.ts';
import { linkHtml, type Block } from '../mail/layout.ts';

export const mailingTitle = (mailing: string): string =>
  [...mailings, documentsNotice].find(({ code }) => code === mailing)?.title ?? 'Рассылка портала';

/** Its unsubscribe link has a token once the letter is queued. */
export const broadcastLetter = (
  { mailing, subject, body }: Pick<BroadcastRow, 'mailing' | 'subject' | 'body'>,
  siteUrl: string,
): LetterText => ({
  subject,
  before: [],
  prose: proseOfLetter(body, siteUrl),
  ...(mailing === documentsNotice.code ? { after: whyAll(siteUrl) } : endsOf(mailing, siteUrl)),
});

const whyAll = (siteUrl: string): string[] => [
  'Вы получили это письмо, потому что у вас есть учётная запись на портале, а его документы изменились. Такие письма приходят всем и не зависят от рассылок; не получать их можно, только удалив учётную запись в настройках.',
  `Политика: ${siteUrl}/upload/doc/policy.pdf`,
  `Согласие: ${siteUrl}/upload/doc/assept.pdf`,
  `Настройки: ${siteUrl}/profile/settings/`,
];

const endsOf = (mailing: string, siteUrl: string) => ({
  after: [
    `Вы получили это письмо, потому что согласились на рассылку «${mailingTitle(mailing)}». Выбрать рассылки: ${siteUrl}/profile/settings/#mailings`,
  ],
  quietLink: { title: 'Отписаться от этой рассылки', url: unsubscribePage },
});

/** A rich text for letters: inline styles, absolute links, and plain text. */
function proseOfLetter(body: string, siteUrl: string): Block {
  const { content = [] } = JSON.parse(JSON.stringify(parseProse(body)), (key, value: unknown) =>
    (key === 'href' || key === 'src') && typeof value === 'string' ? absoluteAddress(siteUrl, value) : value,
  ) as ProseNode;
  return {
    html: content.map(blockHtml).join('\n'),
    text: content.map((node) => plainLines(withAddresses(node)).join('\n')).join('\n\n'),
  };
}

const tags: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  superscript: 'sup',
  subscript: 'sub',
};

function blockHtml(node: ProseNode): string {
  const { type, attrs = {}, content = [] } = node;
  const inner = () => content.map(blockHtml).join('');
  switch (type) {
    case 'heading':
      return `<h2 style="margin:24px 0 8px;font-size:18px;line-height:24px">${wordsHtml(node)}</h2>`;
    case 'bulletList':
      return `<ul style="margin:0 0 16px;padding-left:24px">${inner()}</ul>`;
    case 'orderedList':
      return `<ol start="${Number(attrs['start'] ?? 1)}" style="margin:0 0 16px;padding-left:24px">${inner()}</ol>`;
    case 'listItem':
      return `<li style="margin:0 0 4px">${content.map((block, at) => (at === 0 ? wordsHtml(block) : blockHtml(block))).join('')}</li>`;
    case 'blockquote':
      return `<div class="line" style="margin:0 0 16px;padding-left:16px;border-left:3px solid #dfdcd3">${inner()}</div>`;
    case 'table':
      return `<table class="line" cellpadding="6" cellspacing="0" border="1" style="margin:0 0 16px;border-collapse:collapse;border-color:#dfdcd3">${content
        .map(({ content: cells = [] }) => `<tr>${cells.map(cellHtml).join('')}</tr>`)
        .join('')}</table>`;
    case 'image':
      return `<p style="margin:0 0 16px"><img src="${escapeHtml(String(attrs['src']))}" alt="${escapeHtml(String(attrs['alt'] ?? ''))}" style="max-width:100%;height:auto"></p>`;
    default:
      return `<p style="margin:0 0 16px">${wordsHtml(node)}</p>`;
  }
}

const cellHtml = (cell: ProseNode): string =>
  `<td align="left" valign="top">${cell.type === 'tableHeader' ? `<strong>${wordsHtml(cell)}</strong>` : wordsHtml(cell)}</td>`;

function wordsHtml({ type, text = '', marks = [], content = [] }: ProseNode): string {
  if (type === 'hardBreak') return '<br>';
  if (type !== 'text') return content.map(wordsHtml).join('');
  const href = hrefOf(marks);
  const words = href ? linkHtml({ title: text, url: href }) : escapeHtml(text);
  return marks.reduceRight((html, mark) => {
    const tag = tags[mark.type];
    return tag ? `<${tag}>${html}</${tag}>` : html;
  }, words);
}

const hrefOf = (marks: readonly ProseMark[]) =>
  marks.find(({ type }) => type === 'link')?.attrs?.['href'] as string | undefined;

/** Plain text has link addresses after their text. */
function withAddresses(node: ProseNode): ProseNode {
  const href = hrefOf(node.marks ?? []);
  if (href && node.text !== undefined) return { ...node, text: `${node.text} (${href})` };
  return node.content ? { ...node, content: node.content.map(withAddresses) } : node;
}
