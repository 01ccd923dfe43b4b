import { expect, describe, test } from 'vitest';
import { decoded, type ImportInput } from '#server/import/input.ts';
import { openTestDatabase } from '../../tests/sample/database.ts';
import { etl } from '../../tests/sample/etl.ts';
import { jdbor } from '../../tests/sample/import.ts';
import { formats } from './formats.ts';

const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level || ''};`.repeat(10)}">`).join('')}]><JDBOR date="2025-01-01"><DisorderList>&lol9;</DisorderList></JDBOR>`;
const quadratic = `<?xml version="1.0"?><!DOCTYPE q [<!ENTITY a "${'a'.repeat(50_000)}">]><JDBOR date="2025-01-01"><DisorderList>${'&a;'.repeat(50_000)}</DisorderList></JDBOR>`;
const external =
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><JDBOR date="2025-01-01"><DisorderList><Disorder><OrphaCode>1</OrphaCode><Name>&e;</Name></Disorder></DisorderList></JDBOR>';
const remote =
  '<?xml version="1.0"?><!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><JDBOR date="2025-01-01"/>';
const undeclared = jdbor(
  '<DisorderList><Disorder><OrphaCode>1</OrphaCode><Name lang="en">&secret;</Name></Disorder></DisorderList>',
);

/** Rejected with one Russian sentence. */
async function refusal(format: string, input: string | Uint8Array | ImportInput): Promise<string> {
  const error = await etl(await openTestDatabase(), format, input).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ name: 'OperatorError' });
  return (error as Error).message;
}

test.each(formats.map(({ name }) => name))('%s rejects a file of another format', async (format) => {
  for (const text of [
    '<html><body>нет</body></html>',
    '{"hello":"world"}\n',
    'name;age\nИван;5\n',
    'текст\n',
  ])
    expect(await refusal(format, text)).toMatch(/Это не|это не|нет ни одно|В файле/);
});

describe('XML', () => {
  test.each([
    ['billion laughs', laughs],
    ['quadratic blow-up', quadratic],
    ['an external entity', external],
    ['a remote document type', remote],
  ])('%s is rejected at its document type', async (_attack, xml) => {
    expect(await refusal('orphadata', xml)).toContain('DOCTYPE');
  });

  test('undeclared entities, broken markup and unknown encodings are rejected', async () => {
    expect(await refusal('orphadata', undeclared)).toContain('XML с ошибкой');
    expect(await refusal('orphadata', jdbor('<DisorderList></Wrong>'))).toContain('XML с ошибкой');
    expect(await refusal('orphadata', jdbor('<DisorderList>').replace('</JDBOR>', ''))).toContain(
      'XML с ошибкой',
    );
    expect(await refusal('orphadata', jdbor('', { encoding: 'windows-1251' }))).toContain('windows-1251');
  });

  test('100,000 nested elements are rejected', async () => {
    expect(await refusal('orphadata', jdbor('<DisorderList>'.repeat(100_000)))).toContain('вложенность');
  });

  test('a document type split between chunks is detected', async () => {
    const text = `<?xml version="1.0"?>${' '.repeat(300)}<!DOC`;
    async function* bytes() {
      yield Buffer.from(text);
      yield Buffer.from('TYPE x [<!ENTITY a "b">]><JDBOR date="2025-01-01"/>');
    }
    const file = { name: 'cut', bytes, text: () => decoded(bytes()) };
    const input: ImportInput = {
      name: 'cut',
      isFolder: false,
      parts: async function* () {
        yield file;
      },
    };
    expect(await refusal('orphadata', input)).toContain('DOCTYPE');
  });
});
