import { OperatorError } from '#domain/operator-error.ts';
import type { InputFile } from '../input.ts';
import { xmlEvents, type Element } from '../xml.ts';
import { codeOf } from './elements.ts';

export interface Edition {
  type: 'edition';
  version: string | undefined;
  date: string;
}

type OrphadataPart =
  | Edition
  | { type: 'disorder'; element: Element }
  /** An entity in a classification with its ancestors, head first. */
  | { type: 'place'; orpha: number; line: number; ancestors: readonly number[] };

const lists = new Set([
  'DisorderList',
  'ClassificationList',
  'HPODisorderSetStatusList',
  'DisorderDisabilityRelevanceList',
]);

/**
 * Entities of an Orphadata file, of any product and dialect, recognised by content. Classifications are read
 * node by node; in the older dialect the head is the enclosing entity.
 */
export async function* readOrphadata(file: InputFile): AsyncGenerator<OrphadataPart> {
  let open: Element[] = [];
  /** Codes of the open nodes, the older dialect's head first. */
  let nodes: (number | undefined)[] = [];
  let depth = 0;
  let isInside = false;
  let isOrphadata = false;

  for await (const event of xmlEvents(file)) {
    if (event.type === 'open') {
      depth++;
      if (depth === 1) {
        if (event.name !== 'JDBOR')
          throw new OperatorError(`Это не Orphadata: корень документа ${event.name}, а не JDBOR.`);
        yield editionOf(event.attributes);
      }
      if (lists.has(event.name)) isOrphadata = true;
      if (event.name === 'ClassificationNodeList' && open.length > 0) {
        nodes = [codeOf(open[0])];
        open = [];
        isInside = true;
      } else if (event.name === 'ClassificationNode') {
        nodes.push(undefined);
      } else if (open.length > 0 || event.name === 'Disorder') {
        const { name, line, attributes } = event;
        const element: Element = { name, line, attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      }
      continue;
    }
    depth--;
    if (event.name === 'ClassificationNode') nodes.pop();
    else if (event.name === 'ClassificationNodeList') nodes = [];
    const element = open.at(-1);
    if (!element) {
      // End of an older classification's head: its parts are done.
      if (event.name === 'Disorder') isInside = false;
      continue;
    }
    element.text = event.text;
    open.pop();
    if (open.length > 0) continue;
    if (nodes.length === 0) {
      if (!isInside) yield { type: 'disorder', element };
      continue;
    }
    const orpha = codeOf(element);
    nodes[nodes.length - 1] = orpha;
    const ancestors = nodes.slice(0, -1).filter((code) => code !== undefined);
    if (orpha !== undefined) yield { type: 'place', orpha, line: element.line, ancestors };
  }
  if (!isOrphadata) throw new OperatorError('Это не Orphadata: в документе нет ни одного списка Orphanet.');
}

function editionOf(attributes: ReadonlyMap<string, string>): Edition {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(attributes.get('date') ?? '')?.[0];
  if (!date) throw new OperatorError('Это не Orphadata: у JDBOR нет даты выпуска.');
  return { type: 'edition', date, version: attributes.get('version')?.slice(0, 100) };
}
