import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { OperatorError } from '#domain/operator-error.ts';

/**
 * Encrypted backup: this line, a salt, frames of AES-256-GCM. The nonce is the frame's number and last flag
 * (STREAM: Hoang, Reyhanitabar, Rogaway, Vizár 2015), so frames cannot be changed, swapped, omitted or cut
 * off.
 */
export const sealedMagic = Buffer.from('ORPHAN REGISTER BACKUP 2\n');
const saltLength = 16;
const frameLength = 64 * 1024;
const tagLength = 16;

const stretch = promisify<string, Buffer, number, object, Buffer>(scrypt);
/** 32 MB for each guess. */
const keyOf = (secret: string, salt: Buffer) =>
  stretch(secret.normalize('NFKC'), salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 128 * 2 ** 20 });

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export async function* seal(bytes: AsyncIterable<Uint8Array>, secret: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength);
  const key = await keyOf(secret, salt);
  yield Buffer.concat([sealedMagic, salt]);
  let number = 0;
  const frame = (body: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast));
    const sealed = Buffer.concat([cipher.update(body), cipher.final()]);
    return Buffer.concat([sealed, cipher.getAuthTag()]);
  };
  for await (const { piece, isLast } of pieces(bytes, frameLength)) yield frame(piece, isLast);
}

/** Decrypts; throws for a wrong byte or secret. */
export async function* unseal(file: string, secret: string): AsyncGenerator<Buffer> {
  const head = sealedMagic.length + saltLength;
  const beginning: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: head - 1 })) beginning.push(chunk as Buffer);
  const key = await keyOf(secret, Buffer.concat(beginning).subarray(sealedMagic.length));
  let number = 0;
  for await (const { piece, isLast } of pieces(
    createReadStream(file, { start: head }),
    frameLength + tagLength,
  )) {
    const isFirst = number === 0;
    let opened: Buffer;
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number++, isLast), {
        authTagLength: tagLength,
      });
      decipher.setAuthTag(piece.subarray(-tagLength));
      opened = Buffer.concat([decipher.update(piece.subarray(0, -tagLength)), decipher.final()]);
    } catch (cause) {
      throw new OperatorError(
        isFirst
          ? `Копия ${file} не открывается: ключ не тот или файл повреждён. Задайте BACKUP_KEY, с которым она сделана. Ничего не восстановлено.`
          : `Копия повреждена: файл ${file} изменён или обрезан. Ничего не восстановлено.`,
        { cause },
      );
    }
    yield opened;
  }
}

/** Chunks of equal size, except the last. */
async function* pieces(
  bytes: AsyncIterable<unknown>,
  length: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held = Buffer.alloc(0);
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk as Buffer]);
    let start = 0;
    for (; held.length - start > length; start += length)
      yield { piece: held.subarray(start, start + length), isLast: false };
    held = held.subarray(start);
  }
  yield { piece: held, isLast: true };
}
