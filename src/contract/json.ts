import { z } from 'zod';

/** A structured value as JSON text, so that forms can send it. */
export const jsonText = <Schema extends z.ZodType>(schema: Schema, title: string) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'нужен текст JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .meta({ title, contentMediaType: 'application/json' });
