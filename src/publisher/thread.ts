import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { compressFile } from './compress.ts';
import { loadSite } from './compiled.ts';
import { PolicyCollector } from './policy.ts';
import { fileOf } from './release.ts';
import type { FromThread, RenderJob, ToThread } from './render.ts';

// One thread of `render.ts`: asks for work until it is told to stop.
const { entry, snapshot, out } = workerData as RenderJob;
const site = await loadSite(entry);
site.readFrom(snapshot);
const tell = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => void work(message));
tell({ say: 'ready' });

async function work(message: ToThread): Promise<void> {
  if (message === 'stop') {
    parentPort?.close();
    return;
  }
  const policy = new PolicyCollector();
  if ('compress' in message) message.compress.forEach(compressFile);
  else {
    for (const address of message.addresses) {
      try {
        const bytes = await site.render(address);
        if (fileOf(address).endsWith('.html')) policy.read(bytes);
        const file = path.join(out, fileOf(address));
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, bytes);
      } catch (error) {
        tell({ say: 'failed', address, reason: error instanceof Error ? error.message : String(error) });
        return;
      }
    }
  }
  tell({ say: 'done', policy: policy.found() });
}
