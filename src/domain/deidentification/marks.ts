import type { FindingKind, TextSpan } from './finding.ts';
import type { NameSpan } from './names.ts';

/** Numbers and addresses recognised by form alone; bounded repetitions keep the time linear. */
const forms: readonly { kind: FindingKind; expression: RegExp }[] = [
  // «ivanova (собака) yandex точка ru»
  {
    kind: 'email',
    expression:
      /(?<![\p{L}\d])[\p{L}\d._%+-]{2,40}\s?(?:\(\s?(?:собака|at|эт)\s?\)|\[(?:собака|at|эт)\]|собака)\s?[\p{L}\d-]{2,40}\s?(?:\(?точка\)?|\(dot\)|\.)\s?(?:ru|рф|com|org|net|su|ру|ком)(?!\p{L})/giu,
  },
  {
    kind: 'account',
    expression: /(?<!\p{L})(?:в\s?контакте|вк|vk|одноклассниках?)\s?[:—–-]?\s?id\s?\d{4,15}/giu,
  },
  // OID roots of device makers stand under countries: 1.2.840 USA, 1.2.276 Germany, 1.2.392 Japan, 1.2.643
  // Russia.
  {
    kind: 'record',
    expression: /(?<![\d.])1\.(?:2\.\d{3}|3\.\d{1,2})(?:\.\d{1,20}){4,16}(?![\d.]*\d)/g,
  },
  {
    kind: 'record',
    expression:
      /(?<=(?<!\p{L})(?:образ(?:ец|ца|цом|це)|проб(?:а|ы|е|у|ой)|бланк(?:а|е|ом)?|направлени[еяю])\s(?:№\s?)?)\p{L}{2,6}-\d{2,4}-\d{3,8}(?!\d)/giu,
  },
  // Letters of number plates, shared with Latin (ГОСТ Р 50577).
  {
    kind: 'document',
    expression: /(?<![\p{L}\d])[АВЕКМНОРСТУХ]\s?\d{3}\s?[АВЕКМНОРСТУХ]{2}\s?\d{2,3}(?![\p{L}\d])/gu,
  },
];

/** «Фамилия пациента: Пушкарь»: after such a label any word is a name. */
const labelled =
  /(?<=(?:[Фф]амилия|ФИО|Ф\. ?И\. ?О\.)(?:\s(?:пациент(?:а|ки)|больно(?:го|й)|реб[её]нка|матери|отца))?\s?[:—–-]\s{0,2})\p{Lu}[\p{L}-]{1,40}(?:\s\p{Lu}[\p{L}.-]{0,40}){0,2}/gu;

export function findMarks(text: string): (TextSpan | NameSpan)[] {
  const names = [...text.matchAll(labelled)].map((match) => ({
    kind: 'name' as const,
    start: match.index,
    end: match.index + match[0].trimEnd().length,
    sex: undefined,
    grammar: 'nominative' as const,
    // No preceding word affects the suggestion.
    first: -1,
    last: -1,
  }));
  const others = forms.flatMap(({ kind, expression }) =>
    [...text.matchAll(expression)].map((match) => ({
      kind,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  return [...names, ...others];
}
