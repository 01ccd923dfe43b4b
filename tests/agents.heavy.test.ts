import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importFile } from '#server/import/run.ts';
import { startServer, type Server } from '#server/main.ts';
import { readSettings } from '#server/settings.ts';

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

/** A question about each disease: its tool, and what an answer or an honest «не знаем» says. */
const questions: {
  name: string;
  tool: string;
  ask(disease: string): Record<string, string | number>;
  says: RegExp;
}[] = [
  {
    name: 'where it is treated near Tomsk',
    tool: 'list_clinics_near',
    ask: (disease) => ({ disease, city: 'Томск' }),
    says: /^Учреждений: \d/m,
  },
  {
    name: 'who pays at 19 in Tomsk',
    tool: 'who_pays',
    ask: (disease) => ({ disease, age: 19, subject: 'Томская область' }),
    says: /^## (?:Подходит|Возможно|Неизвестно)/m,
  },
  { name: 'its codes', tool: 'codes', ask: (query) => ({ query }), says: /ORPHA:\d+[^]*МКБ-10 [A-Z]\d\d/ },
  {
    name: 'which test confirms it',
    tool: 'search',
    ask: (query) => ({ query, kind: 'diagnostic' }),
    says: /^Найдено: \d/m,
  },
  {
    name: 'where to refer a patient',
    tool: 'get_record',
    ask: (disease) => ({ disease, section: 'Маршрут' }),
    says: /^- \*\*/m,
  },
  {
    name: 'what to do at once',
    tool: 'get_record',
    ask: (disease) => ({ disease, section: 'Срочно' }),
    says: /^## Срочно|не заполнен/m,
  },
];

describe('questions of doctors over MCP, one call each', () => {
  let folder: string;
  let server: Server;
  const client = new Client({ name: 'tests', version: '1.0.0' });
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'register-agents-'));
    server = await startServer({
      settings: readSettings({
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        RATE_LIMIT: '0',
      }),
    });
    const input = path.join(import.meta.dirname, '../src/starter');
    await importFile(server.database, { format: 'records', input });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url)));
  });
  afterAll(async () => {
    await client.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(questions)(
    '$name has an answer with source and day within 6,000 bytes',
    async ({ tool, ask, says }) => {
      for (const disease of diseases) {
        const { content, isError } = await client.callTool({ name: tool, arguments: ask(disease) });
        const [{ text = '' } = {}] = content as { text?: string }[];
        expect(isError, disease).not.toBe(true);
        expect(text, disease).toMatch(says);
        expect(text, disease).toMatch(/Источник: .+\d{4}/);
        expect(Buffer.byteLength(text), disease).toBeLessThanOrEqual(6000);
      }
    },
  );

  test('most of them are answered, not only excused', async () => {
    const answers = await Promise.all(
      diseases.map((query) => client.callTool({ name: 'search', arguments: { query, kind: 'diagnostic' } })),
    );
    const found = answers.filter(({ content }) =>
      /^Найдено: [1-9]/m.test((content as { text: string }[])[0]!.text),
    );
    expect(found.length).toBeGreaterThan(5);
  });
});
