import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashOf, newSecret } from '#server/base/secret.ts';
import { newFactorSecret, putFactor } from '#server/account/factor-codes.ts';
import { addUser } from '#server/account/users.ts';
import type { UserType } from '#contract/account.ts';
import { openPublisher, type Publisher } from '#publisher/publish.ts';
import { startServer, type Server } from '#server/main.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { fillSample, type Sample } from '../../../tests/sample/catalogue.ts';
import { ofProof } from '../crash/settings.ts';

/** A running portal with the tests' small catalogue and a publisher. */
export interface SmallPortal {
  server: Server;
  settings: Settings;
  sample: Sample;
  publisher: Publisher;
  close(): Promise<void>;
}

export async function openSmallPortal(more: Record<string, string> = {}): Promise<SmallPortal> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-proof-'));
  const settings = readSettings({
    ...ofProof,
    PORT: '0',
    DATA_DIR: folder,
    ...more,
  });
  const server = await startServer({ settings });
  const sample = await fillSample(server.database);
  const publisher = openPublisher({
    source: catalogueSource(server.context),
    dataDir: folder,
    siteUrl: settings.SITE_URL,
  });
  return {
    server,
    settings,
    sample,
    publisher,
    async close() {
      publisher.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A confirmed account with a session; returns the cookie. */
export async function enter(
  { server, settings }: { server: Pick<Server, 'database'>; settings: Settings },
  type: UserType,
  email: string,
): Promise<{ id: number; cookie: string }> {
  const at = new Date();
  const token = newSecret();
  const created_at = at.toISOString();
  return await server.database.transaction(async (tx) => {
    const names = { last_name: 'Тестова', name: 'Мария' };
    const confirmed = { created_at, confirmed_at: created_at, verified_at: created_at };
    const { id } = await addUser(tx, { type, email, password: '-', ...names, ...confirmed });
    if (type === 'editor' || type === 'admin')
      await putFactor(tx, { userId: id, secret: newFactorSecret(), at, settings });
    await tx
      .insertInto('sessions')
      .values({
        token_hash: hashOf(token),
        id: newSecret(),
        user_id: id,
        created_at,
        seen_at: created_at,
        expires_at: new Date(at.getTime() + 12 * 3_600_000).toISOString(),
        ip: '127.0.0.1',
        agent: 'proof',
      })
      .execute();
    return { id, cookie: `sid=${token}` };
  });
}
