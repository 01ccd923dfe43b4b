import { rm } from 'node:fs/promises';
import { findFreePort, makeFolder, startProduct } from '../../scripts/check/product.ts';

/** Starts the product once for all journeys; with REGISTER_E2E_URL they visit one that runs already. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.REGISTER_E2E_URL) return undefined;
  const folder = await makeFolder('e2e');
  const product = startProduct({ DATA_DIR: folder, PORT: String(await findFreePort()) });
  // The configuration is read anew in each worker and finds the address there.
  process.env.REGISTER_E2E_URL = await product.ready;
  process.env.REGISTER_E2E_SITE = `${folder}/site/current`;
  return async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
