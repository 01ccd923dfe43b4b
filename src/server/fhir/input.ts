import type { FastifyRequest } from 'fastify';
import { HttpError } from '../http-error.ts';
import type { Json } from './outcome.ts';
import { orphaSystem, systemOf } from '../codes/systems.ts';

export interface GivenCode {
  system: string;
  code: string;
  version: string | undefined;
  display: string | undefined;
}

/** Parameters of an operation: a query, or a Parameters resource. Unknown ones are ignored. */
export class OperationInput {
  readonly #values: ReadonlyMap<string, readonly unknown[]>;

  constructor({ method, query, body }: Pick<FastifyRequest, 'method' | 'query' | 'body'>) {
    this.#values = method === 'POST' ? valuesOfResource(body) : valuesOfQuery(query as Query);
  }

  text(name: string): string | undefined {
    const [value, ...others] = this.#values.get(name) ?? [];
    if (others.length > 0) throw new HttpError(400, `Параметр ${name} указан дважды.`, name);
    if (value === undefined) return undefined;
    if (typeof value === 'object')
      throw new HttpError(400, `Параметр ${name}: нужно простое значение.`, name);
    return String(value);
  }

  required(name: string): string {
    const value = this.text(name);
    if (!value) throw new HttpError(400, `Нужен параметр ${name}.`, name);
    return value;
  }

  texts(name: string): string[] {
    return (this.#values.get(name) ?? []).map(String);
  }

  flag(name: string): boolean {
    const value = this.text(name);
    if (value === undefined || value === 'false') return false;
    if (value === 'true') return true;
    throw new HttpError(400, `Параметр ${name}: нужно true или false.`, name);
  }

  whole(name: string, usual: number, [least, most]: readonly [number, number]): number {
    const value = this.text(name) ?? String(usual);
    const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number;
    throw new HttpError(400, `Параметр ${name}: нужно целое число от ${least} до ${most}.`, name);
  }

  /** One of `code` with its system, `coding`, `codeableConcept`. */
  codes(systemParameter = 'system'): GivenCode[] {
    const code = this.text('code');
    const coding = this.#values.get('coding')?.[0];
    const concept = this.#values.get('codeableConcept')?.[0];
    if ([code, coding, concept].filter((given) => given !== undefined).length !== 1)
      throw new HttpError(400, 'Нужен один из параметров: code, coding, codeableConcept.', 'code');
    if (code !== undefined)
      return [
        {
          system: systemOf(this.required(systemParameter)),
          code,
          version: this.text('version') ?? this.text('systemVersion'),
          display: this.text('display'),
        },
      ];
    const codings = coding === undefined ? listOf(concept, 'coding') : [coding];
    if (codings.length === 0) throw new HttpError(400, 'В codeableConcept нет ни одного coding.', 'coding');
    return codings.map((one) => codeOf(one));
  }

  /** `codeA` and its system, or `codingA`. */
  pair(letter: 'A' | 'B'): GivenCode {
    const coding = this.#values.get(`coding${letter}`)?.[0];
    if (coding !== undefined) return codeOf(coding);
    const system = systemOf(this.text('system') ?? orphaSystem);
    const code = this.required(`code${letter}`);
    return { system, code, version: this.text('version'), display: undefined };
  }
}

type Query = Record<string, string | string[]>;

const valuesOfQuery = (query: Query) =>
  new Map(Object.entries(query).map(([name, value]) => [name, [value].flat() as unknown[]]));

function valuesOfResource(body: unknown): Map<string, unknown[]> {
  const { resourceType } = (body ?? {}) as Json;
  if (resourceType !== 'Parameters') throw new HttpError(400, 'Нужен ресурс Parameters.');
  const values = new Map<string, unknown[]>();
  for (const parameter of listOf(body, 'parameter')) {
    const { name } = parameter;
    const key = Object.keys(parameter).find((one) => one.startsWith('value') || one === 'resource');
    if (typeof name !== 'string' || key === undefined)
      throw new HttpError(400, 'У каждого параметра Parameters должны быть name и value.');
    values.set(name, [...(values.get(name) ?? []), parameter[key]]);
  }
  return values;
}

function listOf(owner: unknown, field: string): Json[] {
  const list = typeof owner === 'object' && owner !== null ? ((owner as Json)[field] ?? []) : undefined;
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'object' || one === null))
    throw new HttpError(400, `Поле ${field}: нужен список объектов.`, field);
  return list as Json[];
}

function codeOf(coding: unknown): GivenCode {
  const { system, code, version, display } = Object(coding) as Json;
  if (typeof system !== 'string' || typeof code !== 'string')
    throw new HttpError(400, 'У coding должны быть system и code.', 'coding');
  const optional = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { system: systemOf(system), code, version: optional(version), display: optional(display) };
}
