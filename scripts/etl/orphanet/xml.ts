import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { OperatorError } from '#domain/operator-error.ts';
import { decoded, maxLineBytes, type InputFile } from '#server/import/input.ts';

/** A parser event; text excludes that of children. */
type XmlEvent =
  | { type: 'open'; name: string; line: number; attributes: ReadonlyMap<string, string> }
  | { type: 'close'; name: string; line: number; text: string };

/** Deeper than any classification, whose levels take two elements. */
const deepest = 256;

/** Streams XML. Document types are rejected, because entities allow bombs. */
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

/** Drops the parser's position: `1:2: unexpected end`. */
const plainly = (message: string) => message.replace(/^(?:[^:]*:)?\d+:\d+:\s*/, '').replace(/\.$/, '');

/** Decodes by the declaration: UTF-8, or ISO-8859-1 as in 2020. */
async function* textOf(file: InputFile): AsyncGenerator<string> {
  const bytes = file.bytes()[Symbol.asyncIterator]();
  try {
    let first = new Uint8Array();
    // The declaration is within two hundred bytes, possibly in several chunks.
    while (first.length < 200) {
      const next = await bytes.next();
      if (next.done) break;
      first = Buffer.concat([first, next.value]);
    }
    async function* all() {
      yield first;
      for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value;
    }
    const head = Buffer.from(first.subarray(0, 200)).toString('latin1');
    const encoding = /<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1] ?? 'utf-8';
    if (/^iso-8859-1$/i.test(encoding))
      for await (const piece of all()) yield Buffer.from(piece).toString('latin1');
    else if (/^utf-8$/i.test(encoding)) yield* decoded(all());
    else throw new OperatorError(`Кодировка ${encoding} не поддерживается: нужна UTF-8 или ISO-8859-1.`);
  } finally {
    await bytes.return?.();
  }
}
