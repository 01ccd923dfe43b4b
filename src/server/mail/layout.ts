import { escapeHtml } from '#domain/escape.ts';

/**
 * Layout of letters: tables and inline colours for old Outlook, a dark variant, and no pictures, so that
 * nothing is missing without them. Colours as in styles/tokens.css.
 */
const light = {
  page: '#faf9f6',
  sheet: '#ffffff',
  ink: '#16171d',
  quiet: '#454754',
  line: '#dfdcd3',
  brand: '#48309b',
  onBrand: '#ffffff',
};
const dark = {
  page: '#111217',
  sheet: '#1a1b22',
  ink: '#f0eff4',
  quiet: '#c3c3cf',
  line: '#32343f',
  brand: '#bbaaff',
  onBrand: '#16171d',
};

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; }
  .sheet { background: ${dark.sheet} !important; border-color: ${dark.line} !important; }
  .line { border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .link { color: ${dark.brand} !important; }
  .press { background: ${dark.brand} !important; color: ${dark.onBrand} !important; }
}
@media (max-width: 620px) { .pad { padding-left: 20px !important; padding-right: 20px !important; } }
`;

const fonts = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** Stripes of the logo: widths in pixels and colours. */
const stripes: [number, string][] = [
  [84, '#16171d'],
  [36, '#ffffff'],
  [60, '#16171d'],
  [44, '#ffffff'],
  [40, '#16171d'],
  [52, '#ffffff'],
  [28, '#d81e5b'],
  [60, '#ffffff'],
  [40, '#16171d'],
  [44, '#ffffff'],
  [52, '#16171d'],
  [36, '#ffffff'],
  [24, '#16171d'],
];

const zebra = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${stripes
  .map(
    ([width, colour]) =>
      `<td width="${(width / 6).toFixed(2)}%" height="10" bgcolor="${colour}" style="height:10px;line-height:10px;font-size:1px;background:${colour}">&nbsp;</td>`,
  )
  .join('')}</tr></table>`;

/** Placeholder of the portal's name, filled on sending. */
export const siteNamePlace = '<!--site-->';
export const operatorPlace = '<!--operator-->';

/** HTML page of a letter. `preheader` is shown next to the subject in lists. */
export function layOutLetter({
  subject,
  preheader,
  body,
  siteUrl,
}: {
  subject: string;
  preheader: string;
  body: string;
  siteUrl: string;
}): string {
  const host = escapeHtml(new URL(siteUrl).host);
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.page}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${light.sheet};border:1px solid ${light.line}">
<tr><td class="pad" bgcolor="${light.brand}" style="padding:18px 32px;background:${light.brand}"><a href="${escapeHtml(siteUrl)}/" style="${fonts};font-size:18px;line-height:24px;font-weight:bold;color:#ffffff;text-decoration:none">${siteNamePlace}</a></td></tr>
<tr><td>${zebra}</td></tr>
<tr><td class="pad ink" style="padding:28px 32px 12px;${fonts};font-size:16px;line-height:24px;overflow-wrap:anywhere;color:${light.ink}">
${body}
</td></tr>
<tr><td class="pad quiet line" style="padding:16px 32px 24px;border-top:1px solid ${light.line};${fonts};font-size:14px;line-height:20px;color:${light.quiet}"><a class="link" href="${escapeHtml(siteUrl)}/" style="color:${light.brand}">${host}</a>${operatorPlace}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>`;
}

/** A part of a letter in both of its forms. */
export interface Block {
  text: string;
  html: string;
}

export interface Place {
  title: string;
  url: string;
}

/** Quiet ones are smaller. */
export const paragraph = (text: string, isQuiet = false): Block => ({
  text,
  html: `${isQuiet ? quietParagraph : '<p style="margin:0 0 16px">'}${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
});

const quietParagraph = `<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:20px;color:${light.quiet}">`;

export const linkHtml = ({ title, url }: Place): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${light.brand}">${escapeHtml(title)}</a>`;

const linkText = ({ title, url }: Place) => `${title}:\n${url}`;

export const quietLinkBlock = (place: Place): Block => ({
  text: linkText(place),
  html: `<p style="margin:0 0 16px;font-size:14px;line-height:20px">${linkHtml(place)}</p>`,
});

/** A table cell: Outlook ignores padding of links. */
export function buttonBlock(place: Place, { isRepeated }: { isRepeated: boolean }): Block {
  const { title, url } = place;
  const button = `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr><td class="press" bgcolor="${light.brand}" style="padding:13px 22px;border-radius:8px;background:${light.brand}"><a class="press" href="${escapeHtml(url)}" style="font-weight:bold;color:${light.onBrand};text-decoration:none">${escapeHtml(title)}</a></td></tr></table>`;
  const repeated = [
    paragraph('Если кнопка не нажимается, скопируйте адрес в браузер:', true).html,
    `<p style="margin:0 0 16px;font-size:14px;line-height:20px;word-break:break-all">${linkHtml({ title: url, url })}</p>`,
  ];
  return { text: linkText(place), html: [button, ...(isRepeated ? repeated : [])].join('\n') };
}

export const headingBlock = (place: Place): Block => ({
  text: `${place.title}\n${place.url}`,
  html: `<h2 style="margin:24px 0 8px;font-size:18px;line-height:24px">${linkHtml(place)}</h2>`,
});
