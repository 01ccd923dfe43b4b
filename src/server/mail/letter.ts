import { escapeHtml } from '#domain/escape.ts';
import type { Settings } from '../settings.ts';
import {
  buttonBlock,
  headingBlock,
  layOutLetter,
  linkHtml,
  operatorPlace,
  paragraph,
  quietLinkBlock,
  siteNamePlace,
  type Block,
  type Place,
} from './layout.ts';

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** What a letter says; addresses begin in the portal. */
export interface LetterText {
  subject: string;
  name?: string | undefined;
  /** Paragraphs after the greeting. */
  before: string[];
  /** Rich text after the paragraphs. */
  prose?: Block;
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
  stop?: Place | undefined;
}

export function composeLetter(siteUrl: string, written: LetterText): Letter {
  const { subject, name, before, prose, sections = [], button, after = [], quietLink } = written;
  const linked = <Linked extends Place>(place: Linked): Linked => ({
    ...place,
    url: absoluteAddress(siteUrl, place.url),
  });
  const blocks = [
    ...[name ? `Здравствуйте, ${name}!` : 'Здравствуйте!', ...before].map((words) => paragraph(words)),
    ...(prose ? [prose] : []),
    ...sections.flatMap((section) => sectionBlocks(section, linked)),
    // With sections the button is one of many links; otherwise it must be visible as text too.
    ...(button ? [buttonBlock(linked(button), { isRepeated: sections.length === 0 })] : []),
    ...after.map((words) => paragraph(words, true)),
    ...(quietLink ? [quietLinkBlock(linked(quietLink))] : []),
  ];
  const preheader = before[0] ?? prose?.text.slice(0, 150) ?? subject;
  const body = blocks.map(({ html }) => html).join('\n');
  return {
    subject,
    text: `${blocks.map(({ text }) => text).join('\n\n')}\n`,
    html: layOutLetter({ subject, preheader, body, siteUrl }),
  };
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

function sectionBlocks(
  { entries, rest, stop, ...section }: LetterSection,
  linked: <Linked extends Place>(place: Linked) => Linked,
): Block[] {
  const place = linked(section);
  return [
    headingBlock(place),
    ...entries.map((entry) => entryBlock(linked(entry), place)),
    ...(rest ? [paragraph(rest)] : []),
    ...(stop ? [quietLinkBlock(linked(stop))] : []),
  ];
}

/** An entry about the object of its section is not named again. */
function entryBlock(
  { title, url, event = '', lines }: LetterSection['entries'][number],
  section: Place,
): Block {
  const isNamed = url !== section.url;
  const link = linkHtml({ title, url });
  const head = (name: string, prefix: string) => (!isNamed ? prefix : prefix ? `${prefix}: ${name}` : name);
  const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  return {
    text: [head(title, event), ...[...lines, ...(isNamed ? [url] : [])].map((line) => `  ${line}`)].join(
      '\n',
    ),
    html: `<div style="margin:0 0 12px">${head(link, escapeHtml(event))}${list && `<ul style="margin:4px 0 0;padding-left:20px">${list}</ul>`}</div>`,
  };
}
