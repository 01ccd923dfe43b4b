import { fc } from '../../../tests/chance.ts';
import { expect, test } from 'vitest';
import { jsonValues } from './json.ts';

async function valuesOf(text: string, size = 7): Promise<unknown[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const file = { name: 'x', bytes: () => Promise.reject(new Error('not read')) as never, text: pieces };
  const found: unknown[] = [];
  for await (const item of jsonValues(file)) found.push('type' in item ? item : item.value);
  return found;
}

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));

test('documents are the same for any shape of file and any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(object, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 20 }),
      async (values, size) => {
        const plain = values.map((value) => JSON.parse(JSON.stringify(value)) as unknown);
        const shapes = [
          plain.map((value) => JSON.stringify(value)).join('\n'),
          plain.map((value) => JSON.stringify(value)).join('\r\n') + '\r\n',
          JSON.stringify(plain),
          JSON.stringify(plain, null, 2),
        ];
        for (const shape of shapes) expect(await valuesOf(shape, size)).toEqual(plain);
      },
    ),
    { numRuns: 100 },
  );
});

test('a broken line of NDJSON is rejected alone, by number', async () => {
  expect(await valuesOf('{"a":1}\n{"b":\n{"c":"}"}\nrubbish\n{"d":4}')).toEqual([
    { a: 1 },
    { type: 'rejected', line: 2, reason: 'это не JSON' },
    { c: '}' },
    { type: 'rejected', line: 4, reason: 'это не JSON' },
    { d: 4 },
  ]);
});

test('a broken list ends the import', async () => {
  await expect(valuesOf('[{"a":1},{"b":')).rejects.toThrow('это не JSON');
  await expect(valuesOf('[{"a":1},')).rejects.toThrow('обрывается');
  await expect(valuesOf('[{"a":1}] more')).rejects.toThrow('что-то ещё');
});
