import type { FastifyInstance } from 'fastify';
import { createApplication } from '#server/app/application.ts';
import { createContext, type BodyLimits, type Context } from '#server/request/context.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { fillSample, type Sample } from './catalogue.ts';
import { openTestDatabase } from './database.ts';

export interface TestPortal extends Context {
  app: FastifyInstance;
  sample: Sample;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  // Responses have many shapes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
  errors: { message: string; customData?: { title?: string; field?: string } }[];
}

/** The whole application on its own database with the sample; settings and clock are configurable. */
export async function startTestPortal({
  settings = {},
  now,
  bodyLimits,
  isEven = false,
}: {
  settings?: Record<string, string>;
  now?: () => Date;
  bodyLimits?: Partial<BodyLimits>;
  /** Whether responses about addresses take their real minimum time. */
  isEven?: boolean;
} = {}): Promise<TestPortal> {
  const database = await openTestDatabase(settings);
  const sample = await fillSample(database);
  const context = createContext({
    settings: database.settings,
    database,
    ...(now ? { now } : {}),
    ...(bodyLimits ? { bodyLimits } : {}),
    ...(isEven ? {} : { evenTime: 0 }),
    passwordCost: cheapPasswords,
  });
  const app = createApplication(context);
  await app.ready();
  return {
    ...context,
    app,
    sample,
    async get(url, headers = {}) {
      const response = await app.inject({ method: 'GET', url, headers });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      const body = isJson && response.body ? response.json() : {};
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        data: body.data,
        errors: body.errors,
      };
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}
