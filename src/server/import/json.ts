import { maxLineBytes, tooLong, type InputFile } from './input.ts';
import { rejected, type ImportRejection } from './draft.ts';
import { OperatorError } from '#domain/operator-error.ts';

/** Deeper than any honest document of the known formats. */
const deepest = 64;

interface JsonValue {
  line: number;
  value: unknown;
}

/**
 * The documents of a JSON file in turn: one to a line (NDJSON), the elements of one list, or one document.
 * A broken line of NDJSON is rejected alone; a broken document of another shape ends the import.
 */
export async function* jsonValues(file: InputFile): AsyncGenerator<JsonValue | ImportRejection> {
  let found = 0;
  let areLines = false;
  for await (const { line, text, isWholeLine } of documents(file.text())) {
    try {
      const value: unknown = JSON.parse(text);
      if (isWholeLine) areLines = true;
      found++;
      yield { line, value };
    } catch {
      if (!areLines || !isWholeLine) throw new OperatorError(`Строка ${line}: это не JSON.`);
      yield rejected(line, 'это не JSON');
    }
  }
  if (found === 0) throw new OperatorError('В файле нет ни одного документа JSON.');
}

interface Document {
  line: number;
  text: string;
  /** The document takes a line of its own, as in NDJSON. */
  isWholeLine: boolean;
}

/** Cuts text into documents by counting brackets outside strings, so that neither a list nor a line is held whole. */
async function* documents(pieces: AsyncIterable<string>): AsyncGenerator<Document> {
  let line = 1;
  let depth = 0;
  let inList = false;
  let isOver = false;
  let isString = false;
  let isEscaped = false;
  /** Where the current document begins in this piece, or goes on; −1 between documents. */
  let start = -1;
  let startLine = 1;
  /** What earlier pieces hold of the current document. */
  let held: string[] = [];
  let heldLength = 0;
  let lines: boolean | undefined;
  const taken = (rest: string) => {
    const text = held.join('') + rest;
    [held, heldLength, start, depth, isString, isEscaped] = [[], 0, -1, 0, false, false];
    return text;
  };

  for await (const piece of pieces) {
    if (start !== -1) start = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code === 10) {
        line++;
        if (start !== -1 && lines === true) {
          // The brackets of this line do not match: it is broken, the next one begins again.
          yield { line: startLine, text: taken(piece.slice(start, at)), isWholeLine: true };
          continue;
        }
      }
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (code === 92) isEscaped = true;
        else if (code === 34) isString = false;
        continue;
      }
      if (start === -1) {
        if (code === 32 || code === 9 || code === 10 || code === 13 || code === 0xfeff) continue;
        if (isOver) throw new OperatorError(`Строка ${line}: после списка JSON есть что-то ещё.`);
        if (inList && code === 44) continue;
        if (inList && code === 93) {
          isOver = true;
          continue;
        }
        if (code === 91 && !inList && lines === undefined) {
          inList = true;
          continue;
        }
        if (code !== 123 && code !== 91) {
          if (lines !== true) throw new OperatorError(`Строка ${line}: это не JSON.`);
          // Rubbish in NDJSON is taken to the end of its line.
        }
        start = at;
        startLine = line;
      }
      if (code === 34) isString = true;
      else if (code === 123 || code === 91) {
        if (++depth > deepest) throw new OperatorError(`Строка ${line}: вложенность JSON больше ${deepest}.`);
      } else if (code === 125 || code === 93) {
        if (--depth > 0) continue;
        if (lines === undefined) lines = !inList && startLine === line;
        yield { line: startLine, text: taken(piece.slice(start, at + 1)), isWholeLine: lines };
      }
    }
    if (start === -1) continue;
    held.push(piece.slice(start));
    heldLength += piece.length - start;
    if (heldLength > maxLineBytes) throw tooLong(startLine);
  }
  if (start !== -1) yield { line: startLine, text: taken(''), isWholeLine: lines ?? false };
  else if (inList && !isOver) throw new OperatorError('Файл обрывается посреди списка JSON.');
}

/** Something in the shape of an object; JSON's `__proto__` is an own key like any other and is never asked for. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an own key. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
