import { inflateSync } from 'node:zlib';

/** What is known of a PDF after a look at its objects; whether the tags are the right ones, only a person can tell. */
export interface PdfLook {
  /** What readers who hear it will miss, in sentences; none is a document that can be read aloud. */
  remarks: string[];
  /** Names of what would run, leave for elsewhere or bring files along when the document is opened; it is to have none. */
  active: string[];
  /** Whether streams of objects unfold further than anybody looks: what is active there would not be seen. */
  isBottomless: boolean;
}

/** Looks at the dictionaries of the document (ISO 32000: 7.7.2, 12.6, 14.7, 14.8) and no further, in one pass. */
export function lookIntoPdf(bytes: Buffer): PdfLook {
  const pdf = open(bytes);
  return { remarks: remarksOn(pdf), active: activeIn(pdf), isBottomless: pdf.isBottomless };
}

/** Actions and attachments (ISO 32000: 7.11.4, 12.6.4, 12.7.8, 13.7); opening at a page of the document itself is none. */
const activeNames =
  /\/(JavaScript|JS|Launch|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|Rendition|GoToE|XFA)(?![\w#])/g;

function activeIn({ objects }: Opened): string[] {
  const names = new Set<string>();
  for (const dictionary of objects.values()) {
    // A name may be spelt with the codes of its letters: /J#53.
    const plain = dictionary.includes('#')
      ? dictionary.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      : dictionary;
    for (const [, name] of plain.matchAll(activeNames)) names.add(name ?? '');
  }
  return [...names];
}

function remarksOn(pdf: Opened): string[] {
  if (pdf.isEncrypted)
    return [
      'Документ защищён от копирования: программы экранного доступа могут его не открыть. Снимите защиту.',
    ];
  const catalogue = pdf.catalogue;
  if (!catalogue)
    return [
      'Строение документа разобрать не удалось: проверьте, что он открывается, и сохраните его заново.',
    ];
  const remarks: string[] = [];
  const isTagged =
    /\/Marked\s+true/.test(pdf.valueOf(catalogue, 'MarkInfo')) && /\/StructTreeRoot\b/.test(catalogue);
  if (!pdf.hasFonts)
    remarks.push(
      'В документе нет текста, только снимки страниц: вслух его не прочесть и по нему не найти. Распознайте текст и сохраните заново.',
    );
  else if (!isTagged)
    remarks.push(
      'В документе нет разметки: заголовки, списки и таблицы прочтутся сплошным текстом. Сохраните PDF заново из исходного файла и включите теги структуры.',
    );
  if (!/\/Lang\s*(?:\(\s*[^)\s]|<\s*[0-9a-f])/i.test(catalogue))
    remarks.push(
      'Не указан язык: русский текст могут прочесть как английский. Укажите язык в свойствах документа.',
    );
  if (!pdf.hasTitle)
    remarks.push('Нет названия в свойствах документа: вместо него читатель услышит имя файла.');
  return remarks;
}

interface Opened {
  /** Dictionaries by the numbers of their objects. */
  objects: Map<number, string>;
  isBottomless: boolean;
  isEncrypted: boolean;
  hasFonts: boolean;
  hasTitle: boolean;
  /** The dictionary of the document as a whole. */
  catalogue: string | undefined;
  /** The text of an entry of a dictionary, looked up where it stands elsewhere. */
  valueOf(dictionary: string, key: string): string;
}

/** Streams of objects may unfold far beyond the file: no document of people has so many bytes of them (target E-6). */
const mostUnfolded = 24 * 2 ** 20;
/** Bytes that are unfolded at a time: small pieces would lie beside the whole until somebody tidies up. */
const chunkSize = 2 ** 20;

function open(bytes: Buffer): Opened {
  const text = bytes.toString('latin1');
  const { objects, unfolded, isBottomless } = objectsIn(text, bytes);
  const last = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.[1];
  const root = last(/\/Root\s+(\d+)\s+\d+\s+R/g);
  const catalogue = root === undefined ? undefined : objects.get(Number(root));
  const valueOf = (dictionary: string, key: string): string => {
    const after = dictionary.slice(dictionary.search(new RegExp(`/${key}\\b`)) + key.length + 1);
    if (after.length > dictionary.length - key.length) return '';
    const [, id] = /^\s*(\d+)\s+\d+\s+R/.exec(after) ?? [];
    return id === undefined ? after.slice(0, 400) : (objects.get(Number(id)) ?? '');
  };
  const info = objects.get(Number(last(/\/Info\s+(\d+)\s+\d+\s+R/g) ?? -1)) ?? '';
  const everything = [text, ...unfolded];
  return {
    objects,
    isBottomless,
    isEncrypted: /\/Encrypt\s+\d+\s+\d+\s+R/.test(text),
    hasFonts: everything.some((part) => /\/Type\s*\/Font\b/.test(part)),
    hasTitle: /\/Title\s*(?:\(\s*[^)\s]|<\s*[0-9a-f]{2})/i.test(info) || everything.some(hasTitleInside),
    catalogue,
    valueOf,
  };
}

/** A file with more titles than these is no paper. */
const mostTitles = 20;

/** The title as the metadata of the file give it (XMP): `<dc:title>… <rdf:li …>words`. */
function hasTitleInside(part: string): boolean {
  const mark = '<dc:title>';
  let at = part.indexOf(mark);
  for (let count = 0; at !== -1 && count < mostTitles; count += 1) {
    const inside = part.slice(at + mark.length, at + mark.length + 800);
    if (/<rdf:li[^<>]*>\s*[^<\s]/.test(inside)) return true;
    at = part.indexOf(mark, at + mark.length);
  }
  return false;
}

/** What the file is cut at. Numbers of objects are short, and so are the gaps in their heads. */
const cut = /(?<![^\r\n\s])(\d{1,10})\s{1,20}\d{1,5}\s{1,20}obj\b|endobj|stream/g;
/** More of a dictionary is not kept. */
const longestDictionary = 100_000;

/**
 * Objects by their numbers, those inside of packed streams included; later ones replace earlier ones. Every sign is
 * looked at once: a file of beginnings without ends takes no longer than any other of its size.
 */
function objectsIn(
  text: string,
  bytes: Buffer,
): { objects: Map<number, string>; unfolded: string[]; isBottomless: boolean } {
  const objects = new Map<number, string>();
  const unfolded: string[] = [];
  let left = mostUnfolded;
  let isBottomless = false;
  let current: { number: number; start: number } | undefined;
  const close = (end: number): string => {
    if (!current) return '';
    const dictionary = text.slice(current.start, Math.min(end, current.start + longestDictionary));
    objects.set(current.number, dictionary);
    current = undefined;
    return dictionary;
  };
  cut.lastIndex = 0;
  for (let found = cut.exec(text); found; found = cut.exec(text)) {
    const isInside = current !== undefined;
    const dictionary = close(found.index);
    if (found[1] !== undefined) {
      current = { number: Number(found[1]), start: cut.lastIndex };
      continue;
    }
    if (!isInside || found[0] !== 'stream') continue;
    const start = cut.lastIndex + (text.startsWith('\r\n', cut.lastIndex) ? 2 : 1);
    const end = text.indexOf('endstream', start);
    if (end === -1) break;
    cut.lastIndex = end + 'endstream'.length;
    const isPacked = /\/Type\s*\/ObjStm\b/.test(dictionary);
    if (!(isPacked || /\/Type\s*\/Metadata\b/.test(dictionary))) continue;
    if (!/\/FlateDecode\b/.test(dictionary)) continue;
    const data = inflated(bytes.subarray(start, end), left);
    if (data === null) isBottomless ||= isPacked;
    if (data === undefined || data === null) continue;
    left -= data.length;
    unfolded.push(data);
    if (isPacked) unpack(dictionary, data, objects);
  }
  close(text.length);
  return { objects, unfolded, isBottomless };
}

/** Nothing of a broken stream; null when it would be more than so many bytes. */
function inflated(packed: Buffer, most: number): string | null | undefined {
  if (most <= 0) return null;
  try {
    return inflateSync(packed, { maxOutputLength: most, finishFlush: 2, chunkSize }).toString('latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    // A stream that is broken says nothing; what the catalogue lacks because of it is told in words.
    return undefined;
  }
}

/** A packed stream begins with pairs: the number of an object and where it starts. */
function unpack(dictionary: string, data: string, objects: Map<number, string>): void {
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
  const pairs = data.slice(0, first).trim().split(/\s+/).map(Number);
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const next = pairs[at + 3];
    objects.set(
      pairs[at]!,
      data.slice(first + pairs[at + 1]!, next === undefined ? undefined : first + next),
    );
  }
}
