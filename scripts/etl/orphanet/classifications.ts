import { areaOfHead, areas, orderAreas, type Area } from '#domain/areas.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { diseaseDraft, orphaCode } from '#server/import/disease.ts';
import type { Current, ImportFileLine } from '#server/import/draft.ts';
import type { ImportInput, InputFile } from '#server/import/input.ts';
import type { EtlFormat } from '../join.ts';
import { orphanetSource, type Edition } from './source.ts';
import { xmlEvents } from './xml.ts';

/** Classifications give parents and areas; all other facts come with packets. */
export const orphadata: EtlFormat = {
  name: 'orphadata',
  title: 'Orphanet: классификации, Orphadata XML, продукт 3 (можно .gz)',
  files: /\.xml(\.gz)?$/,
  read: readClassifications,
};

async function* readClassifications(input: ImportInput): AsyncGenerator<ImportFileLine> {
  for await (const file of input.parts()) {
    const { edition, places } = await readPlaces(file);
    for (const place of places) {
      const draft = placeDraft(place, edition);
      // In a folder the position includes the file.
      yield input.isFolder
        ? { ...draft, absentReason: `${file.name}: ${draft.external} в каталоге нет` }
        : draft;
    }
  }
}

/** Place of an entity in the classifications of a file. */
interface Place {
  line: number;
  orpha: number;
  parents: Set<number>;
  heads: Set<number>;
}

/**
 * Places in a file of either dialect. In the older one the head is the entity around the nodes and has no
 * place itself.
 */
async function readPlaces(file: InputFile): Promise<{ edition: Edition; places: Iterable<Place> }> {
  const places = new Map<number, Place>();
  const path: string[] = [];
  /** Codes of the open nodes, the older dialect's head first. */
  const nodes: (number | undefined)[] = [];
  let edition: Edition | undefined;
  let isClassification = false;
  let line = 0;
  const isHead = () => path.at(-1) === 'Disorder' && !path.includes('ClassificationNode');
  for await (const event of xmlEvents(file)) {
    if (event.type === 'open') {
      if (path.length === 0) edition = editionOf(event.name, event.attributes);
      path.push(event.name);
      if (/^ClassificationNode(Root)?List$/.test(event.name)) isClassification = true;
      if (event.name === 'Disorder') ({ line } = event);
      if (event.name === 'ClassificationNode' || isHead()) nodes.push(undefined);
      continue;
    }
    if (event.name === 'ClassificationNode' || isHead()) nodes.pop();
    path.pop();
    // `OrphaNumber` in files before 2020.
    if (!/^Orpha(Code|Number)$/.test(event.name) || path.at(-1) !== 'Disorder') continue;
    const orpha = orphaCode(event.text.trim());
    nodes[nodes.length - 1] = orpha;
    if (orpha === undefined || isHead()) continue;
    const ancestors = nodes.slice(0, -1).filter((code) => code !== undefined);
    const place = places.get(orpha) ?? { line, orpha, parents: new Set(), heads: new Set() };
    places.set(orpha, place);
    const parent = ancestors.at(-1);
    if (parent !== undefined) place.parents.add(parent);
    for (const code of [orpha, ...ancestors]) if (areaOfHead(code)) place.heads.add(code);
  }
  if (!edition || !isClassification)
    throw new OperatorError('Это не Orphadata: в документе нет классификации Orphanet.');
  return { edition, places: places.values() };
}

function editionOf(root: string, attributes: ReadonlyMap<string, string>): Edition {
  if (root !== 'JDBOR') throw new OperatorError(`Это не Orphadata: корень документа ${root}, а не JDBOR.`);
  const date = /^\d{4}-\d{2}-\d{2}/.exec(attributes.get('date') ?? '')?.[0];
  if (!date) throw new OperatorError('Это не Orphadata: у JDBOR нет даты выпуска.');
  return { date, version: attributes.get('version')?.slice(0, 100) };
}

function placeDraft({ line, orpha, parents, heads }: Place, edition: Edition) {
  const found = [...heads].map(areaOfHead).filter((area) => area !== undefined);
  const links = [...parents].map((code) => `ORPHA:${code}`);
  return diseaseDraft(line, orpha, {
    mode: 'update',
    fields: (current) => ({
      parents: [...listIn(current, 'parents'), ...links],
      areas: withAreas(current, found),
    }),
    sources: [orphanetSource('Orphadata: продукт 3, классификации', edition, ['parents', 'areas'])],
    shares: ['parents', 'areas'],
  });
}

/** Areas of the disease with new ones; the first stays. */
function withAreas(current: Current | undefined, found: readonly Area[]): string[] {
  const held = listIn(current, 'areas')
    .map((code) => areas.find((area) => area.code === code))
    .filter((area) => area !== undefined);
  return orderAreas([...new Set([...held, ...found])], held[0]);
}

const listIn = (current: Current | undefined, field: string): unknown[] => {
  const value = current?.fields[field];
  return Array.isArray(value) ? value : [];
};
