import { expect } from '@playwright/test';
import type { Email } from 'postal-mime';
import { lettersIn } from '../sample/letters.ts';
import { dataFolder } from './people.ts';

/** All that has come to an address, oldest first. */
export const lettersTo = (address: string): Promise<Email[]> => lettersIn(dataFolder(), address);

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
