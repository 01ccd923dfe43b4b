import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../tests/sample/database.ts';
import { countRecords, getByExternal, importText, lines } from '../../../tests/sample/import.ts';
import { formats } from './formats/index.ts';
import { decoded, type ImportInput } from './input.ts';
import { importFile } from './run.ts';

const everyFormat = formats.map(({ name }) => name);
const disease = (orpha: number) => ({
  kind: 'disease',
  data: { title: `Болезнь ${orpha}`, title_status: 'established', orpha },
  sources: [],
});

const bomb = gzipSync(Buffer.alloc(24 * 1024 * 1024, '\n'), { level: 1 });

/** Shared by all rejections: it must stay empty. */
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Rejected with one Russian sentence and nothing stored; endless work hits the test's timeout. */
async function refusal(format: string, input: string | Uint8Array | ImportInput): Promise<string> {
  const attempt =
    typeof input === 'object' && 'parts' in input
      ? importFile(database, { format, input })
      : importText(database, format, input);
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (!error) throw new Error('It was taken');
  expect(error.name).toBe('OperatorError');
  expect(error.message).toMatch(/^[А-ЯЁA-Z][^\n]*[а-яё][^\n]*\.$/u);
  expect(error.message).not.toMatch(/\bat \w+ \(|node_modules|Unexpected|Invalid/);
  expect(await countRecords(database)).toBe(0);
  return error.message;
}

describe('every format', () => {
  test.each(everyFormat)('%s rejects an empty file', async (format) => {
    expect(await refusal(format, '')).toBe('Файл пуст.');
  });

  test.each(everyFormat)('%s rejects a truncated gzip', async (format) => {
    const whole = gzipSync(
      lines(...Array.from({ length: 500 }, (_, index) => ({ ...disease(index + 1), key: Math.random() }))),
    );
    expect(await refusal(format, whole.subarray(0, whole.length - 200))).toMatch(/обрывается|Это не/);
  });

  test.each(everyFormat)('%s rejects bytes of CP1251', async (format) => {
    // «Болезнь» in CP1251.
    const word = Buffer.from([0xc1, 0xee, 0xeb, 0xe5, 0xe7, 0xed, 0xfc]);
    const start = format === 'mkb10' ? 'MKB_CODE;MKB_NAME;ACTUAL\n' : '{"a":"';
    expect(await refusal(format, Buffer.concat([Buffer.from(start), word]))).toContain('UTF-8');
  });

  test.each(everyFormat)('%s rejects NUL bytes', async (format) => {
    expect(await refusal(format, Buffer.from('{"a":\0}'))).toContain('нулевые байты');
  });

  test.each(everyFormat)('%s rejects a file of another format', async (format) => {
    const foreignFiles = [
      '<html><body>нет</body></html>',
      '{"hello":"world"}\n',
      'name;age\nИван;5\n',
      'просто текст\n',
    ];
    for (const anonymous of foreignFiles)
      expect(await refusal(format, anonymous)).toMatch(/Это не|это не|нет ни одно|В файле/);
  });

  test.each(everyFormat)('%s rejects a line of a gigabyte after reading little of it', async (format) => {
    const start = format === 'mkb10' ? 'MKB_CODE;MKB_NAME;ACTUAL\n' : '{"a":"';
    let read = 0;
    async function* bytes() {
      yield Buffer.from(start);
      const piece = Buffer.alloc(256 * 1024, 'a');
      for (; read < 1024 ** 3; read += piece.length) yield piece;
    }
    const file = { name: 'huge', bytes, text: () => decoded(bytes()) };
    const input: ImportInput = {
      name: 'huge',
      isFolder: false,
      parts: async function* () {
        yield file;
      },
    };
    expect(await refusal(format, input)).toMatch(/[18] МБ/);
    expect(read).toBeLessThan(40 * 1024 * 1024);
  });

  test.each(everyFormat)('%s rejects a gzip bomb', async (format) => {
    const message = await refusal(format, bomb);
    expect(message).toMatch(/gzip|В файле|Это не/);
  });
});

describe('JSON', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  test.each(['base', 'records', 'ctgov'])('%s rejects 100,000 nested lists', async (format) => {
    expect(await refusal(format, deep)).toMatch(/вложенность|Это не/);
    expect(await refusal(format, `{"a":${deep}}`)).toMatch(/вложенность/);
  });

  test('__proto__ and constructor are ordinary keys: they change no object and enter no record', async () => {
    const database = await openTestDatabase();
    const evil = '{"polluted":true,"title":"x"}';
    const data = '"data":{"title":"Болезнь","title_status":"established","orpha":1';
    const text = [
      `{"kind":"disease",${data},"__proto__":${evil}}}`,
      `{"kind":"disease","__proto__":${evil},${data}}}`,
      `{"kind":"disease",${data.replace('"orpha":1', '"orpha":2')},"constructor":{"prototype":${evil}}}}`,
      `{"kind":"__proto__",${data}}}`,
      `{"kind":"disease",${data.replace('"orpha":1', '"orpha":3')}}}`,
    ].join('\n');
    const summary = await importText(database, 'records', text);
    expect(summary.rejections.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(await countRecords(database)).toBe(1);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await getByExternal(database, 'disease', 'ORPHA:3')).not.toHaveProperty('polluted');
  });
});

describe('tables', () => {
  test('unclosed quotes are rejected, rows of other lengths are rejected by line', async () => {
    expect(await refusal('mkb10', 'MKB_CODE;MKB_NAME;ACTUAL\nA00;"Холера;1\n')).toContain(
      'таблица испорчена',
    );
    const database = await openTestDatabase();
    const summary = await importText(
      database,
      'mkb10',
      'MKB_CODE;MKB_NAME;ACTUAL\r\nA00;Холера;1\r\nA01;Тиф\r\n',
    );
    expect(summary.terms.new).toBe(1);
    expect(summary.rejections).toEqual([{ line: 3, reason: 'столбцов 2, а в заголовке 3' }]);
  });
});

test('a truncated file imports nothing: good lines before the break are dropped', async () => {
  const good = lines(...Array.from({ length: 300 }, (_, index) => disease(index + 1)));
  expect(await refusal('records', Buffer.concat([Buffer.from(good), Buffer.from([0xff, 0xfe])]))).toContain(
    'UTF-8',
  );
});

test('the command ends with an error code and one sentence, and writes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bad-input-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'bomb.ndjson');
  await writeFile(file, bomb);
  const command = join(import.meta.dirname, '../../../scripts/command.ts');
  const refused = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', command, 'import', 'records', file],
    {
      env: { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '' },
      encoding: 'utf8',
    },
  );
  expect([refused.status, refused.stderr.trim()]).toEqual([
    1,
    'Архив gzip раскрывается в сотни раз: это не каталог, импорт остановлен.',
  ]);
});

test('a missing file is rejected', async () => {
  const database = await openTestDatabase();
  await expect(importFile(database, { format: 'records', input: '/nowhere/at-all.ndjson' })).rejects.toThrow(
    'Файл не найден: /nowhere/at-all.ndjson.',
  );
});
