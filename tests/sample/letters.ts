import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Letters to an address, oldest first: without SMTP_URL they are files in the folder of the data. */
export async function lettersIn(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted();
  const letters = await Promise.all(
    files.map(async (file) => {
      // The erasure of another account deletes its letters meanwhile.
      const bytes = await readFile(join(folder, file)).catch(() => undefined);
      return bytes ? [await PostalMime.parse(bytes)] : [];
    }),
  );
  return letters.flat().filter(({ to }) => to?.some((one) => one.address === address));
}
