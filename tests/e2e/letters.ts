import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { dataFolder } from './people.ts';

/** All that has come to an address, oldest first: without SMTP_URL letters are files. */
export async function lettersTo(address: string): Promise<Email[]> {
  const folder = join(dataFolder(), 'mail');
  const files = await readdir(folder).catch(() => []);
  const letters = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .toSorted()
      .map(async (file) => await PostalMime.parse(await readFile(join(folder, file)))),
  );
  return letters.filter(({ to }) => to?.some((one) => one.address === address));
}

/** Waits for the letter with this subject. */
export async function letterTo(address: string, subject: string): Promise<Email> {
  const find = async () => (await lettersTo(address)).findLast((letter) => letter.subject?.includes(subject));
  await expect.poll(async () => Boolean(await find()), { message: `«${subject}» to ${address}` }).toBe(true);
  return (await find())!;
}

/** The address to which the button of a letter leads, from the root of the site. */
export function linkIn({ text = '' }: Email): string {
  const { pathname, search } = new URL(/https?:\/\/\S+\?code=[\w-]+/.exec(text)?.[0] ?? '');
  return pathname + search;
}
