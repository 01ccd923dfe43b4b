import { maxLineBytes, tooLong, type InputFile } from './input.ts';
import { rejected, type ImportRejection } from './draft.ts';
import { OperatorError } from '#domain/operator-error.ts';

/** Deeper than documents of the known formats. */
const deepest = 64;

interface JsonValue {
  line: number;
  value: unknown;
}

/**
 * Documents of a JSON file: one a line (NDJSON), list elements, or a single one. A broken NDJSON line is
 * rejected alone; another broken document ends the import.
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
  /** The document has its own line, as in NDJSON. */
  isWholeLine: boolean;
}

/**
 * Splits text into documents by counting brackets outside strings, so that lists and lines are never held
 * whole.
 */
async function* documents(pieces: AsyncIterable<string>): AsyncGenerator<Document> {
  let line = 1;
  let depth = 0;
  let inList = false;
  let isOver = false;
  let isString = false;
  let isEscaped = false;
  /** Start of the current document in this chunk; −1 between documents. */
  let start = -1;
  let startLine = 1;
  /** Earlier chunks of the current document. */
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
          // Unbalanced brackets: the line is broken, the next one starts afresh.
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
          // Other text in NDJSON is skipped to the end of the line.
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

/** Any object; `__proto__` in JSON is an own key and never read. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const ownValue = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
