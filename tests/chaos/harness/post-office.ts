import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A mail server that counts letters by recipient. */
export interface PostOffice {
  url: string;
  /** Address → server life in which each letter was sent. */
  letters: Map<string, number[]>;
  /** Starts a new server life: further connections belong to it. */
  beginLife(): void;
  /** Waits for all letters, including those of a dead sender. */
  settle(folder: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPostOffice(port = 0): Promise<PostOffice> {
  const letters = new Map<string, number[]>();
  const lives = new Map<string, number>();
  let life = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(session, done) {
      lives.set(session.id, life);
      done();
    },
    onClose: ({ id }) => void lives.delete(id),
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo)
          letters.set(address, [...(letters.get(address) ?? []), lives.get(session.id) ?? life]);
        done();
      });
    },
  });
  // A client killed in mid-letter is not this server's problem.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    letters,
    beginLife: () => void (life += 1),
    async settle(folder) {
      const deadline = Date.now() + 300_000;
      while (waiting(folder) > 0 && Date.now() < deadline) await pause(500);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function waiting(folder: string): number {
  const database = new DatabaseSync(path.join(folder, 'register.sqlite'), { readOnly: true });
  try {
    const row = database.prepare('select count(*) as count from outbox where sent_at is null').get();
    return Number(row?.['count']);
  } finally {
    database.close();
  }
}
