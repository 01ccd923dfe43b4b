import { escapeHtml } from '#domain/escape.ts';
import type { Settings } from '../settings.ts';
import {
  buttonHtml,
  layOutLetter,
  headingHtml,
  linkHtml,
  operatorPlace,
  paragraphHtml,
  siteNamePlace,
} from './layout.ts';

/** A letter as text and HTML. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

interface Place {
  title: string;
  url: string;
}

/** What a letter says; addresses begin in the portal. */
export interface LetterText {
  subject: string;
  name?: string | undefined;
  /** Paragraphs after the greeting. */
  before: string[];
  /** Rich text after the paragraphs. */
  prose?: { text: string; html: string };
  /** Sections with linked headings. */
  sections?: LetterSection[];
  button?: Place;
  /** Closing paragraphs, smaller. */
  after?: string[];
  /** Secondary link at the end: unsubscribe, or «это не я». */
  quietLink?: Place | undefined;
}

export interface LetterSection extends Place {
  entries: (Place & { event?: string; lines: string[] })[];
  rest?: string | undefined;
  /** Unsubscribe link of this section. */
  stop?: Place | undefined;
}

/** A letter with its greeting. */
export function composeLetter(siteUrl: string, written: LetterText): Letter {
  const { subject, name, before, prose, after = [] } = written;
  const linked = <Linked extends Place>(place: Linked): Linked => ({
    ...place,
    url: absoluteAddress(siteUrl, place.url),
  });
  const button = written.button && linked(written.button);
  const sections = (written.sections ?? []).map((section) => ({
    ...linked(section),
    entries: section.entries.map(linked),
    stop: section.stop && linked(section.stop),
  }));
  const opening = [name ? `Здравствуйте, ${name}!` : 'Здравствуйте!', ...before];
  const quiet = written.quietLink ? [linked(written.quietLink)] : [];
  const text = [
    ...opening,
    ...(prose ? [prose.text] : []),
    ...sections.map(sectionText),
    ...(button ? [`${button.title}:\n${button.url}`] : []),
    ...after,
    ...quiet.map(({ title, url }) => `${title}:\n${url}`),
  ];
  const body = [
    ...opening.map((words) => paragraphHtml(words)),
    ...(prose ? [prose.html] : []),
    ...sections.map(sectionHtml),
    ...(button ? [buttonHtml(button)] : []),
    // With sections the button is one of many links; otherwise it must be visible as text too.
    ...(button && sections.length === 0
      ? [
          paragraphHtml('Если кнопка не нажимается, скопируйте адрес в браузер:', true),
          `<p style="margin:0 0 16px;font-size:14px;line-height:20px;word-break:break-all">${linkHtml({ title: button.url, url: button.url })}</p>`,
        ]
      : []),
    ...after.map((words) => paragraphHtml(words, true)),
    ...quiet.map(
      (place) => `<p style="margin:0 0 16px;font-size:14px;line-height:20px">${linkHtml(place)}</p>`,
    ),
  ].join('\n');
  const preheader = before[0] ?? prose?.text.slice(0, 150) ?? subject;
  const html = layOutLetter({ subject, preheader, body, siteUrl });
  return { subject, text: `${text.join('\n\n')}\n`, html };
}

export const absoluteAddress = (siteUrl: string, url: string): string =>
  url.startsWith('/') ? siteUrl + url : url;

/** Fills in portal and operator on sending; unset parts are left out. */
export function signLetter<Signed extends Letter>(
  letter: Signed,
  site: string,
  settings: Pick<Settings, 'SITE_URL' | 'OPERATOR_NAME' | 'OPERATOR_ADDRESS' | 'OPERATOR_EMAIL'>,
): Signed {
  const { SITE_URL, OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_EMAIL: email } = settings;
  const lines = [name, address, email && `Вопросы: ${email}`].filter((line) => line !== undefined);
  const signature = [`${site}\n${SITE_URL}/`, ...(lines.length > 0 ? [lines.join('\n')] : [])];
  return {
    ...letter,
    text: `${letter.text.trimEnd()}\n\n${signature.join('\n\n')}\n`,
    html: letter.html
      .replace(siteNamePlace, () => escapeHtml(site))
      .replace(operatorPlace, () => lines.map((line) => `<br>${escapeHtml(line)}`).join('')),
  };
}

function sectionText({ title, url, entries, rest, stop }: LetterSection): string {
  const listed = entries.map(({ title: name, url: link, event, lines }) =>
    link === url
      ? [event ?? '', ...lines.map((line) => `  ${line}`)].join('\n')
      : [event ? `${event}: ${name}` : name, ...lines.map((line) => `  ${line}`), `  ${link}`].join('\n'),
  );
  return [
    `${title}\n${url}`,
    ...listed,
    ...(rest ? [rest] : []),
    ...(stop ? [`${stop.title}:\n${stop.url}`] : []),
  ].join('\n\n');
}

function sectionHtml({ title, url, entries, rest, stop }: LetterSection): string {
  const list = (lines: string[]) =>
    lines.length > 0
      ? `<ul style="margin:4px 0 0;padding-left:20px">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
      : '';
  const listed = entries.map(({ title: name, url: link, event, lines }) => {
    const place = linkHtml({ title: name, url: link });
    const head = link === url ? escapeHtml(event ?? '') : event ? `${escapeHtml(event)}: ${place}` : place;
    return `<div style="margin:0 0 12px">${head}${list(lines)}</div>`;
  });
  return [
    headingHtml({ title, url }),
    ...listed,
    ...(rest ? [paragraphHtml(rest)] : []),
    ...(stop ? [`<p style="margin:0 0 16px;font-size:14px;line-height:20px">${linkHtml(stop)}</p>`] : []),
  ].join('\n');
}
