import { inflateSync } from 'node:zlib';

/**
 * What readers who hear a PDF will miss, in sentences; an empty list is a document that can be read aloud. Looks at the
 * catalogue of the document (ISO 32000: 7.7.2, 14.7, 14.8) and no further: whether the tags are the right ones, only a
 * person can tell.
 */
export function remarksOnPdf(bytes: Buffer): string[] {
  const pdf = open(bytes);
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
  isEncrypted: boolean;
  hasFonts: boolean;
  hasTitle: boolean;
  /** The dictionary of the document as a whole. */
  catalogue: string | undefined;
  /** The text of an entry of a dictionary, looked up where it stands elsewhere. */
  valueOf(dictionary: string, key: string): string;
}

/** Streams of objects may unfold far beyond the file: more than this is not looked at. */
const mostUnfolded = 64 * 2 ** 20;

function open(bytes: Buffer): Opened {
  const text = bytes.toString('latin1');
  const { objects, unfolded } = objectsIn(text, bytes);
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
    isEncrypted: /\/Encrypt\s+\d+\s+\d+\s+R/.test(text),
    hasFonts: everything.some((part) => /\/Type\s*\/Font\b/.test(part)),
    hasTitle:
      /\/Title\s*(?:\(\s*[^)\s]|<\s*[0-9a-f]{2})/i.test(info) ||
      everything.some((part) => /<dc:title>[\s\S]{0,400}?<rdf:li[^>]*>\s*[^<\s]/.test(part)),
    catalogue,
    valueOf,
  };
}

/** Objects by their numbers, those inside of packed streams included; later ones replace earlier ones. */
function objectsIn(text: string, bytes: Buffer): { objects: Map<number, string>; unfolded: string[] } {
  const objects = new Map<number, string>();
  const unfolded: string[] = [];
  let left = mostUnfolded;
  for (const found of text.matchAll(/(?:^|[\r\n\s])(\d+)\s+\d+\s+obj\b/g)) {
    const start = found.index + found[0].length;
    const end = text.indexOf('endobj', start);
    const stream = text.indexOf('stream', start);
    const hasStream = stream !== -1 && (end === -1 || stream < end);
    const dictionary = text.slice(start, hasStream ? stream : end === -1 ? start + 10_000 : end);
    objects.set(Number(found[1]), dictionary.slice(0, 100_000));
    const isPacked = /\/Type\s*\/ObjStm\b/.test(dictionary);
    if (!hasStream || !(isPacked || /\/Type\s*\/Metadata\b/.test(dictionary))) continue;
    if (!/\/FlateDecode\b/.test(dictionary) || left <= 0) continue;
    const data = inflated(bytes, text, stream + 'stream'.length, left);
    if (data === undefined) continue;
    left -= data.length;
    unfolded.push(data);
    if (isPacked) unpack(dictionary, data, objects);
  }
  return { objects, unfolded };
}

function inflated(bytes: Buffer, text: string, after: number, most: number): string | undefined {
  const start = after + (text.startsWith('\r\n', after) ? 2 : 1);
  const end = text.indexOf('endstream', start);
  if (end === -1) return undefined;
  try {
    return inflateSync(bytes.subarray(start, end), { maxOutputLength: most, finishFlush: 2 }).toString(
      'latin1',
    );
  } catch {
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
