import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase } from '#server/database/database.ts';
import { countJournal } from '#server/reads/journal.ts';
import { readSettings } from '#server/settings.ts';

const usage = 'npm run reads -- ФАЙЛ… [--source ИМЯ]';

/** `npm run reads -- FILE… [--source NAME]`: counts page views in logs of a file server, each line once. */
export async function run(args: string[]): Promise<void> {
  const { files, source } = parse(args);
  const settings = readSettings();
  const database = await openDatabase(settings);
  try {
    for (const file of files) {
      const summary = await countJournal({ database, settings }, { source, lines: linesOf(file) });
      console.log(
        `${file}: строк ${summary.lines}, посчитано страниц ${summary.counted}, уже посчитано раньше ${summary.known}, ` +
          `роботы ${summary.robots}, не страницы ${summary.other}, не разобрано ${summary.unreadable}`,
      );
    }
  } finally {
    await database.close();
  }
}

function parse(args: readonly string[]): { files: string[]; source: string } {
  const at = args.indexOf('--source');
  const source = at === -1 ? 'main' : (args[at + 1] ?? '');
  const files = args.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
  if (!/^[\w.-]{1,60}$/.test(source))
    throw new OperatorError(`Имя источника: латинские буквы, цифры, точка, дефис. ${usage}`);
  const unknownOption = files.find((file) => file.startsWith('--'));
  if (unknownOption) throw new OperatorError(`Ключа ${unknownOption} нет: есть --source.`);
  if (files.length === 0) throw new OperatorError(`Нужен журнал раздачи: ${usage}.`);
  return { files, source };
}

/** Lines of a file, decompressed for .gz. A truncated file throws, and nothing is counted. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = file.endsWith('.gz') ? createGunzip() : undefined;
  const input = createReadStream(file);
  const whole = unpacked ? pipeline(input, unpacked) : undefined;
  // Awaited below, after the lines.
  whole?.catch(() => {});
  try {
    for await (const line of createInterface({ input: unpacked ?? input, crlfDelay: Infinity })) yield line;
    await whole;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      code === 'ENOENT' ? `Файла ${file} нет.` : `Файл ${file} не прочитать (${code ?? message}).`,
      { cause: error },
    );
  }
}
