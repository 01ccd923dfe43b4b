import { z } from 'zod';

/** A structured value; forms send it as JSON text. */
export function jsonText<Schema extends z.ZodType>(schema: Schema, title: string) {
  const text: z.ZodType<z.output<Schema>> = z
    .string()
    .transform((given, context): unknown => {
      try {
        return JSON.parse(given);
      } catch {
        context.addIssue({ code: 'custom', message: 'нужен текст JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .meta({ title, contentMediaType: 'application/json' });
  return text as z.ZodType<z.output<Schema>, z.input<Schema>>;
}
