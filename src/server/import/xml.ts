import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { OperatorError } from '#domain/operator-error.ts';
import { decoded, maxLineBytes, type InputFile } from './input.ts';

/** A piece of a document; a closed element tells its own text, without that of its children. */
type XmlEvent =
  | { type: 'open'; name: string; line: number; attributes: ReadonlyMap<string, string> }
  | { type: 'close'; name: string; line: number; text: string };

/** An element that is small enough to be held whole. */
export interface Element {
  name: string;
  line: number;
  attributes: ReadonlyMap<string, string>;
  children: Element[];
  text: string;
}

/** Deeper than any classification; each level of one takes two elements. */
const deepest = 256;

/** Reads a document piece by piece. A document type is refused: entities are declared there, and bombs are made of them. */
export async function* xmlEvents(file: InputFile): AsyncGenerator<XmlEvent> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const events: XmlEvent[] = [];
  const open: { name: string; text: string }[] = [];
  let unbroken = 0;
  parser.on('error', (error) => {
    throw new OperatorError(`XML с ошибкой в строке ${parser.line}: ${plainly(error.message)}.`);
  });
  parser.on('doctype', refuseDoctype);
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (open.length >= deepest)
      throw new OperatorError(`Строка ${parser.line}: вложенность XML больше ${deepest}.`);
    open.push({ name, text: '' });
    events.push({ type: 'open', name, line: parser.line, attributes: new Map(Object.entries(attributes)) });
  });
  const keep = (text: string) => {
    const current = open.at(-1);
    if (current && text.trim() !== '') current.text += text;
    if (current && current.text.length > maxLineBytes) throw tooLong(parser.line);
  };
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', ({ name }) => {
    events.push({ type: 'close', name, line: parser.line, text: open.pop()?.text ?? '' });
  });

  let isStarted = false;
  for await (const piece of textOf(file)) {
    if (!isStarted) {
      if (piece.trim() === '') continue;
      if (!piece.trimStart().startsWith('<')) throw new OperatorError('Это не XML.');
      isStarted = true;
    }
    if (/<!DOCTYPE/i.test(piece)) refuseDoctype();
    unbroken += piece.length;
    parser.write(piece);
    if (events.length > 0) unbroken = 0;
    if (unbroken > maxLineBytes) throw tooLong(parser.line);
    yield* events.splice(0);
  }
  parser.close();
  yield* events.splice(0);
}

const tooLong = (line: number) =>
  new OperatorError(`Строка ${line}: текст длиннее 8 МБ, таких в Orphadata не бывает.`);

function refuseDoctype(): never {
  throw new OperatorError('В файле объявлен DOCTYPE: такие файлы не принимаются, в Orphadata его нет.');
}

/** The parser tells its own place first: `1:2: unexpected end`. */
const plainly = (message: string) => message.replace(/^(?:[^:]*:)?\d+:\d+:\s*/, '').replace(/\.$/, '');

const encodings = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['iso-8859-1', 'latin1'],
  ['latin1', 'latin1'],
] as const);

/** The text in the encoding that the declaration names; UTF-8 when it names none. */
async function* textOf(file: InputFile): AsyncGenerator<string> {
  const bytes = file.bytes()[Symbol.asyncIterator]();
  try {
    yield* textFrom(bytes);
  } finally {
    await bytes.return?.();
  }
}

async function* textFrom(bytes: AsyncIterator<Uint8Array>): AsyncGenerator<string> {
  let first = new Uint8Array();
  // The declaration fits into the first two hundred bytes, which may come in pieces.
  while (first.length < 200) {
    const next = await bytes.next();
    if (next.done) break;
    first = first.length === 0 ? next.value.slice() : Buffer.concat([first, next.value]);
  }
  const head = Buffer.from(first.subarray(0, 200)).toString('latin1');
  const named =
    /^\s*(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1] ?? 'utf-8';
  const encoding = (encodings as ReadonlyMap<string, 'utf-8' | 'latin1'>).get(named.toLowerCase());
  if (!encoding) throw new OperatorError(`Кодировка ${named} не поддерживается: нужна UTF-8 или ISO-8859-1.`);
  async function* all() {
    yield first;
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value;
  }
  yield* decoded(all(), encoding);
}

/** The first child of this name. */
export const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((candidate) => candidate.name === name);

/** The members of a list: the children called `item` of the child called `list`. */
export const members = (element: Element | undefined, list: string, item: string): Element[] =>
  child(element, list)?.children.filter((candidate) => candidate.name === item) ?? [];

/** The text of the first child of this name, if it says anything. */
export function textIn(element: Element | undefined, name: string): string | undefined {
  const text = child(element, name)?.text.trim();
  return text === '' ? undefined : text;
}
