import { statfs } from 'node:fs/promises';

/** Share of a disk in use, in per cent, as `df` counts it, and the bytes that are left for this user. */
export async function diskUsage(folder: string): Promise<{ share: number; freeBytes: number }> {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  const used = blocks - bfree;
  return { share: (100 * used) / Math.max(1, used + bavail), freeBytes: bavail * bsize };
}
