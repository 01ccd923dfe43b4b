import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { check, LinkState, type LinkResult } from 'linkinator';
import { OperatorError } from '#domain/operator-error.ts';
import { findFreePort } from './product.ts';
import { isPublicAddress } from './public-address.ts';
import { readFolder } from './site.ts';

/** Statuses of sites that block robots but may work for readers. */
const unknown = [401, 403, 405, 406, 429, 451, 501, 999];

/** Links of the pages to other sites that do not open, with their pages. */
export async function findBrokenOuterLinks(
  folder: string,
  isAllowed: (address: string) => boolean = isPublicAddress,
): Promise<{ problems: string[]; links: number }> {
  const port = await findFreePort();
  const home = await readFile(join(folder, 'index.html'), 'utf8');
  const canonical = /<link rel="canonical" href="(https?:\/\/[^/"]+)/.exec(home)?.[1];
  const pages = `http://127.0.0.1:${port}`;
  const { links } = await check({
    path: '**/*.html',
    serverRoot: folder,
    port,
    concurrency: 8,
    timeout: 15_000,
    userAgent: `RegisterLinks/1.0${canonical ? ` (+${canonical}/)` : ''}`,
    statusCodes: Object.fromEntries(unknown.map((status) => [status, 'skip'])),
    // Redirects pass here too.
    async linksToSkip(link) {
      const { origin, pathname, hostname } = new URL(link);
      if (origin === pages) return !pathname.endsWith('.html');
      return origin === canonical || (await leadsInside(hostname, isAllowed));
    },
  });
  const outer = links.filter(
    ({ url, parent }) => parent !== undefined && /^https?:/.test(url) && new URL(url).origin !== canonical,
  );
  const byUrl = Map.groupBy(outer, ({ url }) => url);
  const problems = [...byUrl].flatMap(([url, uses]) => {
    const problem = problemOf(uses[0]!);
    const more = uses.length > 1 ? ` и ещё ${uses.length - 1}` : '';
    return problem ? [`${url}: ${problem}; страница ${uses[0]!.parent}${more}`] : [];
  });
  return { problems, links: byUrl.size };
}

/** `npm run check -- outer-links [FOLDER]` */
export async function run(args: string[]): Promise<void> {
  const folder = readFolder(args, 'check outer-links', 'Ссылки сайта на другие сайты.');
  const { problems, links } = await findBrokenOuterLinks(folder);
  for (const problem of problems) console.log(problem);
  console.log(`Ссылки на другие сайты: проверено ${links}, не открываются ${problems.length}`);
  if (problems.length > 0) throw new OperatorError('Есть ссылки на другие сайты, которые не открываются.');
}

/** Whether a name has an address that is not allowed; a name without addresses is left to the request. */
async function leadsInside(hostname: string, isAllowed: (address: string) => boolean): Promise<boolean> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(bare, { all: true }).catch(() => []);
  return found.some(({ address }) => !isAllowed(address));
}

function problemOf({ state, status }: LinkResult): string | undefined {
  if (state === LinkState.SKIPPED && status === undefined) return 'ведёт во внутреннюю сеть';
  if (state === LinkState.BROKEN) return status ? `ответ ${status}` : 'сайт не отвечает';
  return undefined;
}
