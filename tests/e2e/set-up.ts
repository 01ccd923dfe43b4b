import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keepPages } from './pictured.ts';
import { findFreePort, makeFolder, startProduct } from '../../scripts/check/product.ts';

/**
 * Starts the product once for all journeys; with REGISTER_E2E_URL they visit one that runs already, whose DATA_DIR
 * REGISTER_E2E_DATA names.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.REGISTER_E2E_URL) return undefined;
  const folder = await makeFolder('e2e');
  // Each visitor of the journeys says where they come from: limits are counted by network.
  // Keys of devices need a name: an IP address is no domain.
  const port = String(await findFreePort());
  const product = startProduct({
    DATA_DIR: folder,
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
    TRUST_PROXY: 'loopback',
    // Journeys run side by side from one network.
    RATE_LIMIT: '0',
  });
  // Every page answers from then on; what needs them all on the disk waits for that (`waitForWholeSite`).
  await product.ready;
  // The configuration is read again in each worker and finds the address there.
  process.env.REGISTER_E2E_URL = `http://localhost:${port}/`;
  process.env.REGISTER_E2E_SITE = `${folder}/site/current`;
  process.env.REGISTER_E2E_DATA = folder;
  process.env.REGISTER_E2E_PICTURED = join(folder, 'pictured');
  await keepPages(process.env.REGISTER_E2E_URL, process.env.REGISTER_E2E_PICTURED);
  return async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
