import { parseArgs } from 'node:util';
import { OperatorError } from '#domain/operator-error.ts';

/** `--name`, or `--name VALUE` with a placeholder for the value. */
interface Option {
  value?: string;
  about: string;
}
type Options = Readonly<Record<string, Option>>;

/** A command as `--help` prints it. */
export interface Usage<Own extends Options = Options> {
  /** `import`, or a part of a command: `check pages`. */
  name: string;
  /** `ФОРМАТ [ФАЙЛ…]`: brackets mark what may be left out, an ellipsis what may repeat. */
  arguments?: string;
  about: string;
  options?: Own;
  /** Exit codes, unless they are 0 for success and 1 for an error. */
  exitCodes?: string;
  /** What may be given, in two columns. */
  choices?: () => readonly (readonly [name: string, about: string])[];
}

type Values<Own extends Options> = {
  [Name in keyof Own]: Own[Name] extends { value: string } ? string | undefined : boolean;
};

/** Reads the arguments of a command; prints the usage and exits on `--help`. */
export function readArguments<const Own extends Options>(
  args: readonly string[],
  usage: Usage<Own>,
): { values: Values<Own>; positionals: string[] } {
  const options: Options = { ...usage.options, help: { about: 'эта справка' } };
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }]),
    ),
  });
  if (values['help'] === true) {
    console.log(formatUsage(usage));
    process.exit(0);
  }
  const problem =
    tokens
      .map((token) => (token.kind === 'option' ? optionProblem(token, options) : undefined))
      .find(Boolean) ?? positionalProblem(positionals, usage.arguments ?? '');
  if (problem) throw new OperatorError(`${problem}\n\n${formatUsage(usage)}`);
  const read = Object.entries(usage.options ?? {}).map(([name, { value }]) => [
    name,
    value ? values[name] : values[name] === true,
  ]);
  return { values: Object.fromEntries(read) as Values<Own>, positionals };
}

/** A whole number above zero. */
export function readCount(text: string, what: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new OperatorError(`${what}: нужно целое число больше нуля, а не «${text}».`);
  return count;
}

function optionProblem(
  { name, rawName, value }: { name: string; rawName: string; value?: string },
  options: Options,
): string | undefined {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) return `Ключа ${rawName} нет.`;
  if (!option.value) return value === undefined ? undefined : `Ключу ${rawName} значение не нужно.`;
  return value === undefined || value === '' || value.startsWith('--')
    ? `После ${rawName} нужно значение: ${option.value}.`
    : undefined;
}

function positionalProblem(positionals: readonly string[], declared: string): string | undefined {
  const words = declared.split(' ').filter(Boolean);
  const missing = words.filter((word) => !word.startsWith('['))[positionals.length];
  if (missing) return `Не хватает: ${missing}.`;
  const extra = declared.includes('…') ? undefined : positionals[words.length];
  return extra === undefined ? undefined : `Лишнее: ${extra}.`;
}

function formatUsage({ name, arguments: words, about, options = {}, exitCodes, choices }: Usage): string {
  const [script = '', ...part] = name.split(' ');
  const flags = Object.entries(options).map(([flag, option]) => ({ flag: flagOf(flag, option), ...option }));
  const given = [...part, words, ...flags.map(({ flag }) => `[${flag}]`)].filter(Boolean).join(' ');
  const command = script === 'start' || script === 'test' ? `npm ${script}` : `npm run ${script}`;
  return [
    given ? `${command} -- ${given}` : command,
    '',
    about,
    ...(choices ? ['', ...formatColumns(choices())] : []),
    '',
    ...formatColumns([...flags.map((one) => [one.flag, one.about] as const), ['--help', 'эта справка']]),
    '',
    `Код выхода: ${exitCodes ?? '0 — сделано, 1 — ошибка, о ней сказано'}.`,
  ].join('\n');
}

const flagOf = (name: string, { value }: Option) => (value ? `--${name} ${value}` : `--${name}`);

/** Rows of two columns, indented. */
function formatColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`.trimEnd());
}
