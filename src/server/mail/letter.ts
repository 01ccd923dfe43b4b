import { escapeHtml } from '#domain/escape.ts';
import { site } from '#domain/site.ts';

/** A letter as it is sent: the same words with and without markup. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

interface Words {
  subject: string;
  /** Paragraphs before the button. */
  before: string[];
  /** Parts of a longer letter, each under a heading that leads somewhere. */
  sections?: Section[];
  button?: { title: string; url: string };
  /** Paragraphs after it, in smaller type. */
  after?: string[];
  /** Mailings end by this link; service letters have none. */
  unsubscribe?: { title: string; url: string };
}

interface Section {
  title: string;
  url: string;
  entries: { title: string; url: string; event: string; lines: string[] }[];
  rest?: string | undefined;
}

/** Puts words into the frame of a letter. It has no pictures, so nothing is missing where they are switched off. */
export function composeLetter(
  { subject, before, sections = [], button, after = [], unsubscribe }: Words,
  siteUrl: string,
): Letter {
  const text = [
    ...before,
    ...sections.map(sectionText),
    ...(button ? [`${button.title}:\n${button.url}`] : []),
    ...after,
    ...(unsubscribe ? [`${unsubscribe.title}:\n${unsubscribe.url}`] : []),
    `${site.title}\n${siteUrl}/`,
  ];
  const paragraph = (words: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`;
  const html = [
    '<!doctype html><html lang="ru"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fff;color:#1b1b1f;font:16px/1.5 Arial,sans-serif">',
    '<div style="max-width:560px;margin:0 auto">',
    `<p style="margin:0 0 24px;font-weight:bold">${escapeHtml(site.title)}</p>`,
    ...before.map((words) => paragraph(words, '')),
    ...sections.map(sectionHtml),
    ...(button
      ? [
          `<p style="margin:0 0 16px"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;background:#1b1b1f;color:#fff;text-decoration:none;border-radius:6px">${escapeHtml(button.title)}</a></p>`,
          // In a letter of many links the button is one of them; where it is the point, it must be reachable.
          ...(sections.length > 0
            ? []
            : [
                paragraph('Если кнопка не нажимается, скопируйте адрес в браузер:', 'font-size:14px'),
                `<p style="margin:0 0 16px;font-size:14px;word-break:break-all"><a href="${escapeHtml(button.url)}">${escapeHtml(button.url)}</a></p>`,
              ]),
        ]
      : []),
    ...after.map((words) => paragraph(words, 'font-size:14px;color:#55555e')),
    ...(unsubscribe
      ? [
          `<p style="margin:0 0 16px;font-size:14px"><a href="${escapeHtml(unsubscribe.url)}">${escapeHtml(unsubscribe.title)}</a></p>`,
        ]
      : []),
    `<p style="margin:24px 0 0;font-size:14px"><a href="${escapeHtml(siteUrl)}/">${escapeHtml(new URL(siteUrl).host)}</a></p>`,
    '</div></body></html>',
  ].join('\n');
  return { subject, text: `${text.join('\n\n')}\n`, html };
}

function sectionText({ title, url, entries, rest }: Section): string {
  const told = entries.map(({ title: name, url: link, event, lines }) =>
    link === url
      ? [event, ...lines.map((line) => `  ${line}`)].join('\n')
      : [`${event}: ${name}`, ...lines.map((line) => `  ${line}`), `  ${link}`].join('\n'),
  );
  return [`${title}\n${url}`, ...told, ...(rest ? [rest] : [])].join('\n\n');
}

function sectionHtml({ title, url, entries, rest }: Section): string {
  const list = (lines: string[]) =>
    lines.length > 0
      ? `<ul style="margin:4px 0 0;padding-left:20px">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
      : '';
  const told = entries.map(({ title: name, url: link, event, lines }) => {
    const head =
      link === url
        ? escapeHtml(event)
        : `${escapeHtml(event)}: <a href="${escapeHtml(link)}">${escapeHtml(name)}</a>`;
    return `<div style="margin:0 0 12px">${head}${list(lines)}</div>`;
  });
  return [
    `<h2 style="margin:24px 0 8px;font-size:18px"><a href="${escapeHtml(url)}" style="color:#1b1b1f">${escapeHtml(title)}</a></h2>`,
    ...told,
    ...(rest ? [`<p style="margin:0 0 16px">${escapeHtml(rest)}</p>`] : []),
  ].join('\n');
}
