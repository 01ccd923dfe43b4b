import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { apiSource } from '#data/source.ts';
import { publish } from '#publisher/publish.ts';
import type { Publication } from '#publisher/publication.ts';

/** A publication in a child process, with loading time and its own memory. */
export interface Apart {
  pages: number;
  /** Milliseconds until pages were written, and further ones for compressed variants. */
  rendered: number;
  compressed: number;
  /** CPU milliseconds for pages and for variants, and peak memory. */
  processor: number;
  compressing: number;
  megabytes: number;
}

type Options = Pick<Publication, 'dataDir' | 'siteUrl'> & { api: string };
export type Mode = 'first' | 'full' | 'content';

export async function publishApart(options: Options, mode: Mode): Promise<Apart> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options), mode], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let result: Apart | undefined;
  child.on('message', (message) => (result = message as Apart));
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0 || !result) throw new Error('the publication in a process of its own failed');
  return result;
}

async function work({ api, ...options }: Options, mode: Mode): Promise<Apart> {
  const startedAt = performance.now();
  let renderedAt = 0;
  let processor = 0;
  const processorNow = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const published = await publish({
    ...options,
    source: apiSource(api),
    isForced: mode === 'full',
    // As the portal's own publisher does when idle; a publication after an unclean end first checks the copy of the catalogue.
    isLast: true,
    onStep: (step) => {
      if (step.step !== 'compressing' || step.done > 0) return;
      renderedAt = performance.now();
      processor = processorNow();
    },
  });
  if (published.state !== 'published') throw new Error('nothing was published');
  const endedAt = performance.now();
  return {
    pages: published.pages,
    rendered: (renderedAt || endedAt) - startedAt,
    compressed: endedAt - (renderedAt || endedAt),
    processor: processor || processorNow(),
    compressing: processor ? processorNow() - processor : 0,
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , options = '', mode = ''] = process.argv;
  const result = await work(JSON.parse(options) as Options, mode as Mode);
  process.send?.(result, () => process.disconnect());
}
