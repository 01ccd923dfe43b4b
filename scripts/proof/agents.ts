import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { importFile } from '#server/import/run.ts';
import { startServer } from '#server/main.ts';
import { readSettings } from '#server/settings.ts';
import { measured, type Row } from './common/measured.ts';

/** Diseases of the starter catalogue, as people write them. */
const diseases = [
  'болезнь Гоше',
  'болезнь Фабри',
  'болезнь Помпе',
  'спинальная мышечная атрофия 5q',
  'муковисцидоз',
  'фенилкетонурия',
  'гемофилия А',
  'мукополисахаридоз I типа',
  'болезнь Вильсона',
  'наследственный ангионевротический отёк',
];

/** A question about a disease: its tool, and the pattern of an answer. */
interface Question {
  name: string;
  tool: string;
  ask(disease: string): Record<string, string | number>;
  isAnswer: RegExp;
  /** An answer that the catalogue does not know. */
  isUnknown?: RegExp | undefined;
}

const questions: readonly Question[] = [
  {
    name: 'где лечат рядом с Томском',
    tool: 'list_clinics_near',
    ask: (disease) => ({ disease, city: 'Томск' }),
    isAnswer: /^Учреждений: [1-9]/m,
    isUnknown: /^Учреждений: 0/m,
  },
  {
    name: 'кто платит за лечение в 19 лет в Томске',
    tool: 'who_pays',
    ask: (disease) => ({ disease, age: 19, subject: 'Томская область' }),
    isAnswer: /^## (?:Подходит|Возможно)/m,
    isUnknown: /^## Неизвестно/m,
  },
  { name: 'код', tool: 'codes', ask: (query) => ({ query }), isAnswer: /ORPHA:\d+[^]*МКБ-10 [A-Z]\d\d/ },
  {
    name: 'каким анализом подтверждают',
    tool: 'search',
    ask: (query) => ({ query, kind: 'diagnostic' }),
    isAnswer: /^Найдено: [1-9]/m,
    isUnknown: /^Найдено: 0/m,
  },
  {
    name: 'куда направить',
    tool: 'get_record',
    ask: (disease) => ({ disease, section: 'Маршрут' }),
    isAnswer: /^- \*\*/m,
  },
  {
    name: 'что делать срочно',
    tool: 'get_record',
    ask: (disease) => ({ disease, section: 'Срочно' }),
    isAnswer: /^## Срочно/m,
    isUnknown: /не заполнен/,
  },
];

/** Sixty questions of doctors, answered over MCP alone: one call each, with source and date. */
export async function prove(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-agents-'));
  const settings = readSettings({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '0',
  });
  const server = await startServer({ settings });
  const client = new Client({ name: 'proof', version: '1.0.0' });
  try {
    const input = path.join(import.meta.dirname, '../../src/starter');
    await importFile(server.database, { format: 'records', input });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url)));
    const rows: Row[] = [];
    for (const question of questions) rows.push(await askAll(client, question));
    return rows;
  } finally {
    await client.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An answer without a source and a day is none. */
function stateOf(
  text: string,
  { isAnswer, isUnknown }: Pick<Question, 'isAnswer' | 'isUnknown'>,
): 'answered' | 'unknown' | 'missed' {
  if (!/Источник: .+\d{4}/.test(text)) return 'missed';
  if (isAnswer.test(text)) return 'answered';
  return isUnknown?.test(text) ? 'unknown' : 'missed';
}

async function askAll(client: Client, { name, tool, ask, isAnswer, isUnknown }: Question): Promise<Row> {
  const answers: {
    disease: string;
    text: string;
    state: 'answered' | 'unknown' | 'missed';
    bytes: number;
  }[] = [];
  for (const disease of diseases) {
    const { content, isError } = await client.callTool({ name: tool, arguments: ask(disease) });
    const [{ text = '' } = {}] = content as { text?: string }[];
    answers.push({
      disease,
      text,
      state: isError === true ? 'missed' : stateOf(text, { isAnswer, isUnknown }),
      bytes: Buffer.byteLength(text),
    });
  }
  const count = (state: string) => answers.filter((one) => one.state === state).length;
  const bytes = Math.round(answers.reduce((sum, one) => sum + one.bytes, 0) / answers.length);
  const largest = Math.max(...answers.map((one) => one.bytes));
  return measured(
    {
      target: name,
      figure: `ответов ${count('answered')}, «не знаем» ${count('unknown')} из ${answers.length}; по одному вызову, в среднем ${bytes} байт, не больше ${largest}`,
      goal: 'ответ с источником и днём или честное «не знаем», до 6000 байт',
    },
    count('missed') === 0 && largest <= 6000,
    answers
      .filter(({ state }) => state === 'missed')
      .map(({ disease, text }) => `${disease}: ${text.slice(0, 200)}`),
  );
}
