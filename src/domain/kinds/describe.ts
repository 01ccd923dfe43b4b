import { z } from 'zod';
import type { FieldDescription, FieldType, KindDescription } from '../editing/description.ts';
import { vocabularies } from '../vocabularies.ts';
import type { Kind } from './kind.ts';

interface Schema {
  type?: string;
  title?: string;
  format?: string;
  enum?: string[];
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  vocabulary?: string;
  linkTo?: string;
  readers?: string;
  text?: 'prose' | 'picture';
  codes?: string;
  examples?: string[];
}

const descriptions = new Map<string, KindDescription>();

/** A kind as JSON, for editors' forms, differences and tables. */
export function describeKind(kind: Kind): KindDescription {
  const found = descriptions.get(kind.name);
  if (found) return found;
  const schema = z.toJSONSchema(kind.fields, { io: 'input', unrepresentable: 'any' }) as Schema;
  const described: KindDescription = {
    name: kind.name,
    one: kind.titles.one,
    many: kind.titles.many,
    path: kind.path,
    hasPages: kind.keyedBy !== null,
    needsSecondEditor: kind.needsSecondEditor ?? false,
    ...(kind.review ? { reviewMonths: kind.review.months } : {}),
    identifier: kind.external?.field ?? null,
    fields: fieldsOf(schema, kind),
    groups: kind.groups.map(({ title, fields }) => ({ title, fields: [...fields] })),
  };
  descriptions.set(kind.name, described);
  return described;
}

const fieldsOf = (schema: Schema, kind?: Kind): FieldDescription[] =>
  Object.entries(schema.properties ?? {}).map(([name, field]) =>
    describe(name, field, schema.required?.includes(name) ?? false, kind),
  );

function describe(name: string, schema: Schema, isRequired: boolean, kind?: Kind): FieldDescription {
  const one = schema.type === 'array' ? (schema.items ?? {}) : schema;
  // A facet names yes and no; the field has its own control.
  const vocabulary =
    schema.type === 'boolean'
      ? undefined
      : (schema.vocabulary ?? one.vocabulary ?? kind?.facets.find(({ field }) => field === name)?.vocabulary);
  const words = vocabulary === undefined ? undefined : vocabularies[vocabulary];
  const values = one.enum ?? (words && Object.keys(words));
  return {
    name,
    title: schema.title ?? one.title ?? name,
    type: typeOf(schema, one, vocabulary),
    isRequired,
    ...(schema.readers === 'doctors' ? { isClosed: true } : {}),
    ...(one.maxLength !== undefined ? { longest: one.maxLength } : {}),
    ...(schema.maxItems !== undefined ? { most: schema.maxItems } : {}),
    ...(one.pattern !== undefined && !one.format ? { pattern: one.pattern } : {}),
    ...(one.minimum !== undefined ? { from: one.minimum } : {}),
    ...(one.maximum !== undefined && one.maximum < Number.MAX_SAFE_INTEGER ? { to: one.maximum } : {}),
    ...(values ? { choices: values.map((value) => ({ value, title: words?.[value] ?? value })) } : {}),
    ...(vocabulary !== undefined && !values ? { dictionary: vocabulary } : {}),
    ...(schema.linkTo ? { linkTo: schema.linkTo } : {}),
    ...((schema.codes ?? one.codes) ? { codes: schema.codes ?? one.codes } : {}),
    ...(one.examples?.[0] ? { example: one.examples[0] } : {}),
    ...(one.type === 'object' ? { fields: fieldsOf(one) } : {}),
  };
}

function typeOf(schema: Schema, one: Schema, vocabulary: string | undefined): FieldType {
  const isList = schema.type === 'array';
  if (schema.linkTo) return isList ? 'records' : 'record';
  if (one.type === 'object') return isList ? 'list' : 'group';
  if (one.enum || vocabulary) return isList ? 'choices' : 'choice';
  if (isList) return 'lines';
  if (schema.type === 'integer') return 'whole';
  if (schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'yes-no';
  if (schema.format === 'date') return 'day';
  return schema.text ?? 'line';
}
