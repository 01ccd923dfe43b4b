import { site } from '#domain/site.ts';

/** A letter as it is sent: the same words with and without markup. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

export interface Words {
  subject: string;
  /** Paragraphs before the button. */
  before: string[];
  button?: { title: string; url: string };
  /** Paragraphs after it, in smaller type. */
  after?: string[];
}

/** Puts words into the frame of a letter. It has no pictures, so nothing is missing where they are switched off. */
export function composeLetter({ subject, before, button, after = [] }: Words, siteUrl: string): Letter {
  const text = [
    ...before,
    ...(button ? [`${button.title}:\n${button.url}`] : []),
    ...after,
    `${site.title}\n${siteUrl}/`,
  ];
  const paragraph = (words: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escape(words).replaceAll('\n', '<br>')}</p>`;
  const html = [
    '<!doctype html><html lang="ru"><head><meta charset="utf-8">',
    `<title>${escape(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fff;color:#1b1b1f;font:16px/1.5 Arial,sans-serif">',
    '<div style="max-width:560px;margin:0 auto">',
    `<p style="margin:0 0 24px;font-weight:bold">${escape(site.title)}</p>`,
    ...before.map((words) => paragraph(words, '')),
    ...(button
      ? [
          `<p style="margin:0 0 16px"><a href="${escape(button.url)}" style="display:inline-block;padding:12px 20px;background:#1b1b1f;color:#fff;text-decoration:none;border-radius:6px">${escape(button.title)}</a></p>`,
          paragraph('Если кнопка не нажимается, скопируйте адрес в браузер:', 'font-size:14px'),
          `<p style="margin:0 0 16px;font-size:14px;word-break:break-all"><a href="${escape(button.url)}">${escape(button.url)}</a></p>`,
        ]
      : []),
    ...after.map((words) => paragraph(words, 'font-size:14px;color:#55555e')),
    `<p style="margin:24px 0 0;font-size:14px"><a href="${escape(siteUrl)}/">${escape(new URL(siteUrl).host)}</a></p>`,
    '</div></body></html>',
  ].join('\n');
  return { subject, text: `${text.join('\n\n')}\n`, html };
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
