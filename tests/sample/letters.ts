import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Letters to an address, oldest first: without SMTP_URL they are files in the folder of the data. */
export async function lettersIn(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted();
  const letters = await Promise.all(
    files.map(async (file) => await PostalMime.parse(await readFile(join(folder, file)))),
  );
  return letters.filter(({ to }) => to?.some((one) => one.address === address));
}
