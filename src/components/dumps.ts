import { rangesOf } from '#data/catalogue.ts';
import { publicKinds, type Kind, type KindName } from '#domain/kinds/index.ts';

/**
 * The catalogue as files. A file holds few records, so that a changed one costs one small file again; what has gone
 * leaves its file shorter.
 */
const inFile = 1000;

/** Kinds that are carried away whole; pages of the portal are no data. */
export const dumped = publicKinds.filter(({ keyedBy }) => keyedBy !== 'code');

/** Numbers of the files of a kind: 'diseases-1', 'diseases-2' … by the numbers of its records. */
export const partsOf = (kind: Kind): number[] =>
  rangesOf([kind.name as KindName], inFile).map((first) => first / inFile + 1);

export const dumpPaths = () =>
  dumped.flatMap((kind) => partsOf(kind).map((part) => ({ params: { file: `${kind.api}-${part}` } })));

/** The kind of a file and the numbers of its records, the last exclusive: 'diseases-1'. */
export function dumpOf(
  file: string | undefined,
): { kind: Kind; name: KindName; from: number; to: number } | undefined {
  const [, api, part] = /^(\w+)-(\d{1,6})$/.exec(file ?? '') ?? [];
  const kind = dumped.find((one) => one.api === api);
  if (!kind) return undefined;
  const from = (Number(part) - 1) * inFile;
  return { kind, name: kind.name as KindName, from, to: from + inFile };
}
