import { z } from 'zod';
import { ru } from 'zod/locales';

const needed: Record<string, string> = {
  string: 'нужна строка',
  number: 'нужно число',
  int: 'нужно целое число',
  boolean: 'нужно да или нет (true, false)',
  array: 'нужен список',
  object: 'нужен объект с полями',
  record: 'нужен объект с полями',
};

// Zod's Russian messages are for programmers; ours are for editors, operators and callers.
z.config({
  ...ru(),
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') return `такого поля нет: ${issue.keys.join(', ')}`;
    if (issue.code === 'invalid_value') {
      const values = issue.values as unknown[];
      return values.length <= 20 ? `нужно одно из: ${values.join(', ')}` : 'такого значения нет в списке';
    }
    if (issue.code === 'invalid_type')
      return issue.input === undefined ? 'поле обязательно' : needed[issue.expected as string];
    if (issue.code === 'too_small') {
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'не заполнено' : `не короче ${issue.minimum} знаков`;
      return issue.origin === 'array' ? `не меньше ${issue.minimum} в списке` : `не меньше ${issue.minimum}`;
    }
    if (issue.code === 'too_big') {
      if (issue.origin === 'string') return `не длиннее ${issue.maximum} знаков`;
      return issue.origin === 'array' ? `не больше ${issue.maximum} в списке` : `не больше ${issue.maximum}`;
    }
    return undefined;
  },
});

export const firstProblem = (error: z.ZodError) => problemOf(error.issues[0]!);

export function problemOf(given: z.core.$ZodIssue): { field: string; message: string } {
  let issue = given;
  let path = issue.path;
  // The error of a union is useless; that of its first branch helps.
  while (issue.code === 'invalid_union' && issue.errors[0]?.[0]) {
    issue = issue.errors[0][0];
    path = [...path, ...issue.path];
  }
  if (issue.code === 'unrecognized_keys') path = [...path, issue.keys[0] ?? ''];
  return { field: path.map(String).join('.'), message: issue.message };
}
