import fastJson, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';
import { success, type Call } from '#contract/call.ts';

/**
 * Writes the answer of a call as its schema says, no field besides. Made when it is first needed: all of them at once
 * are a third of a second in which a server that has just started answers nobody.
 */
export function serialiserOf(call: Call): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => (write ??= fastJson(schemaOf(call)))(answer);
}

/** The output as the serialiser wants it: it writes what the schema names and nothing else. */
function schemaOf(call: Call): Schema {
  return z.toJSONSchema(call.isDocument ? call.output : success(call.output), {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    // Ids and titles are for the OpenAPI document.
    metadata: z.registry(),
    override({ jsonSchema }) {
      // Records are checked when they are written. One written before a field was added has no such field,
      // and formats would only make the serialiser doubt what is true.
      for (const key of ['default', 'format', 'pattern', '$schema'] as const) delete jsonSchema[key];
      // An answer of several shapes is told by the constant that one of them must have.
      const state = jsonSchema.properties?.['state'];
      if (typeof state !== 'object' || state.const === undefined) delete jsonSchema.required;
    },
  }) as Schema;
}
