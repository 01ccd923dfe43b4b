import { z } from 'zod';

/** A value with fields of its own: it travels as the text of its JSON, so that forms can send it too. */
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
