import { once } from 'node:events';
import { connect } from 'node:net';
import { StorageFailure } from '#storage/bucket.ts';
import type { Settings } from '../settings.ts';
import { HttpError } from '../http-error.ts';

const scanTimeoutMs = 30_000;
const pieceSize = 64 * 1024;
/** Longer responses are invalid. */
const longestAnswer = 1000;

/**
 * Scans a file with ClamAV, if configured (`clamd`, INSTREAM: chunks after their 4-byte length, an empty one
 * at the end). Infected files are rejected by name; without a response, all files.
 */
export async function scan(
  bytes: Uint8Array,
  { CLAMAV }: Pick<Settings, 'CLAMAV'>,
  field: string,
): Promise<void> {
  if (!CLAMAV) return;
  const answer = await scanBytes(bytes, CLAMAV).catch((error: unknown) => {
    throw new StorageFailure(`ClamAV at ${CLAMAV} does not answer`, { cause: error });
  });
  if (answer === 'stream: OK') return;
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (!found) throw new StorageFailure(`ClamAV at ${CLAMAV} answers ${answer}`);
  throw new HttpError(
    400,
    `Антивирус нашёл в файле ${found}: проверьте компьютер и приложите другой файл.`,
    field,
  );
}

async function scanBytes(bytes: Uint8Array, place: string): Promise<string> {
  const { hostname, port } = new URL(`tcp://${place}`);
  const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) });
  socket.setTimeout(scanTimeoutMs, () => socket.destroy(new Error('Too slow')));
  let answer = '';
  const answered = (async () => {
    for await (const piece of socket) {
      answer += String(piece);
      if (answer.includes('\0') || answer.length > longestAnswer) break;
    }
  })();
  // The sender reports a broken connection; this handler prevents an unhandled rejection.
  answered.catch(() => undefined);
  try {
    await once(socket, 'connect');
    const send = async (piece: Uint8Array | string) => {
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), answered]);
    };
    await send('zINSTREAM\0');
    for (let start = 0; start < bytes.length && socket.writable; start += pieceSize) {
      const piece = bytes.subarray(start, start + pieceSize);
      await send(lengthOf(piece.length));
      await send(piece);
    }
    await send(lengthOf(0));
    await answered;
    return answer.replace(/\0.*$/s, '').trim();
  } finally {
    socket.destroy();
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
