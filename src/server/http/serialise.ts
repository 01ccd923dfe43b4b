import fastJson, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';
import { success, type Call } from '#contract/call.ts';

/**
 * Serialises a response by its schema. Compiled on first use: all at once would take a third of a second at
 * start.
 */
export function serialiserOf(call: Call): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => (write ??= fastJson(schemaOf(call)))(answer);
}

/** Output schema for the serialiser. */
function schemaOf(call: Call): Schema {
  return z.toJSONSchema(call.isDocument ? call.output : success(call.output), {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    // Ids and titles are for the OpenAPI document only.
    metadata: z.registry(),
    override({ jsonSchema }) {
      // Records are validated on writing. Older records may lack new fields, and formats would only cause
      // false errors.
      for (const key of ['default', 'format', 'pattern', '$schema'] as const) delete jsonSchema[key];
      // Unions are recognised by a required constant.
      const state = jsonSchema.properties?.['state'];
      if (typeof state !== 'object' || state.const === undefined) delete jsonSchema.required;
    },
  }) as Schema;
}
