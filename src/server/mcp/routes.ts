import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openHeaders } from '../base/open-headers.ts';
import { HttpError } from '../http-error.ts';
import { httpErrorOf, sentenceOf } from '../http/errors.ts';
import type { Handlers } from '../request/caller.ts';
import { clientInfoOf } from '../request/client.ts';
import type { Context } from '../request/context.ts';
import { currentSite } from '../site/site-text.ts';
import { askAs } from './ask.ts';
import { tools, type Toolbox } from './tools.ts';
import manifest from '../../../package.json' with { type: 'json' };

export const mcpPath = '/mcp';
const maxBodyBytes = 64 * 1024;

/** The catalogue for agents: Model Context Protocol over HTTP, read only and without sessions. */
export function mountMcp(
  app: FastifyInstance,
  { context, handlers }: { context: Context; handlers: Handlers },
): void {
  const { currentConcepts, db, settings, limitRate } = context;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // The protocol has no batches since 2025-06-18; a batch would cost as one request.
    if (Array.isArray(request.body))
      throw new HttpError(400, 'Присылайте по одному сообщению, а не списком.');
    const client = clientInfoOf(request, reply, settings.SITE_URL);
    const concepts = await currentConcepts();
    const { title } = await currentSite(db);
    const charge = (cost: number) => limitRate(client.network, cost);
    const toolbox = { context, concepts, charge, ask: askAs(context, handlers, client) };
    const server = serverOf(toolbox, title, request);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const response = await transport.handleRequest(
        new Request(new URL(mcpPath, settings.SITE_URL), {
          method: 'POST',
          headers: headersOf(request),
        }),
        { parsedBody: request.body },
      );
      return await reply
        .code(response.status)
        .headers({ ...openHeaders, 'cache-control': 'no-store' })
        .header('content-type', response.headers.get('content-type') ?? 'application/json')
        .send(await response.text());
    } finally {
      await server.close();
    }
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      scope.getDefaultJsonParser('remove', 'remove'),
    );
    scope.post(
      mcpPath,
      {
        bodyLimit: maxBodyBytes,
        onRequest: (request, reply, done) => {
          limitRate(clientInfoOf(request, reply, settings.SITE_URL).network);
          done();
        },
      },
      (request, reply) => answer(request, reply),
    );
    scope.route({ method: ['GET', 'DELETE'], url: mcpPath, handler: refuseMethod });
  });
}

function refuseMethod(_: FastifyRequest, reply: FastifyReply): never {
  reply.header('allow', 'POST');
  throw new HttpError(405, sentenceOf(405));
}

function headersOf({ headers }: FastifyRequest): Headers {
  const names = ['accept', 'content-type', 'mcp-protocol-version'] as const;
  return new Headers(
    names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])) as [string, string][],
  );
}

function serverOf(toolbox: Toolbox, title: string, request: FastifyRequest): McpServer {
  const server = new McpServer(
    { name: 'orphan-register', title, version: manifest.version },
    {
      instructions:
        'Справочник редких болезней на русском языке. Называйте источник и дату из ответа. Это не диагноз и не назначение; случаев и людей здесь нет.',
    },
  );
  for (const { name, description, input, run } of tools)
    server.registerTool(
      name,
      { description, inputSchema: input, annotations: { readOnlyHint: true, openWorldHint: false } },
      async (given: Record<string, unknown>) => {
        try {
          return { content: [{ type: 'text' as const, text: await run(toolbox, given) }] };
        } catch (error) {
          const { problems } = httpErrorOf(error as Error & { statusCode?: number } as never, request);
          return {
            isError: true,
            content: [{ type: 'text' as const, text: problems.map(({ message }) => message).join(' ') }],
          };
        }
      },
    );
  return server;
}
