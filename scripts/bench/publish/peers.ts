import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runAstro } from '#publisher/compiled.ts';
import type { Server } from '#server/main.ts';
import { weightOf, type Weight } from './figures.ts';

/** Milliseconds of a peer: the whole site, and again after one changed title. */
export interface PublishPeer {
  /** Why there is no figure. */
  note?: string;
  whole?: number;
  update?: number;
  weight?: Weight;
}

const siteUrl = 'http://register.example';
const eleventyVersion = '3.1.0';
/** Milliseconds until a tool is stopped. */
const timeoutMs = 1_800_000;

/**
 * Other builders of the same records; `rename` changes one title. Nothing is deleted before the end, which
 * would slow down the next.
 */
export async function measurePeers(
  server: Server,
  folder: string,
  rename: () => Promise<void>,
): Promise<Record<string, PublishPeer>> {
  const peers: Record<string, PublishPeer> = {};
  const build = async (config: string | undefined, outDir: string) => {
    const startedAt = performance.now();
    await runAstro(
      {
        REGISTER_MODE: 'static',
        REGISTER_OUT_DIR: path.join(folder, outDir),
        REGISTER_CACHE_DIR: path.join(folder, `${outDir}-cache`),
        REGISTER_API_URL: server.url,
        SITE_URL: siteUrl,
      },
      config,
    );
    return performance.now() - startedAt;
  };
  const plain = await build(undefined, 'plain');
  peers['astro build'] = { whole: plain, weight: await weightOf(path.join(folder, 'plain')) };

  const config = 'scripts/bench/publish/incremental.mjs';
  const whole = await build(config, 'incremental');
  await rename();
  const update = await build(config, 'incremental');
  const weight = await weightOf(path.join(folder, 'incremental'));
  peers['astro build, experimental incrementalBuild'] = { whole, update, weight };

  const notes = path.join(folder, 'notes');
  await writeMarkdown(server, notes);
  peers['Eleventy'] = await eleventy(notes, path.join(folder, 'eleventy'));
  peers['Hugo'] = await hugo(notes);
  return peers;
}

async function eleventy(notes: string, tools: string): Promise<PublishPeer> {
  mkdirSync(tools, { recursive: true });
  const name = `@11ty/eleventy@${eleventyVersion}`;
  const installed = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', tools, name],
    {
      cwd: tools,
      encoding: 'utf8',
      timeout: timeoutMs,
    },
  );
  const command = path.join(tools, 'node_modules', '@11ty', 'eleventy', 'cmd.cjs');
  if (installed.status !== 0 || !existsSync(command))
    return { note: `not measured, ${name} could not be installed: ${reasonIn(installed.stderr)}` };
  const args = [command, '--input=content', '--output=eleventy', '--quiet'];
  return timed(process.execPath, args, { cwd: notes, output: 'eleventy' });
}

async function hugo(notes: string): Promise<PublishPeer> {
  const found = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  if (found.status !== 0) return { note: 'not measured: hugo is not installed (apt-get install hugo)' };
  const args = ['--contentDir', 'content', '--destination', 'hugo', '--quiet'];
  return timed('hugo', args, { cwd: notes, output: 'hugo' });
}

async function timed(
  command: string,
  args: string[],
  { cwd, output }: { cwd: string; output: string },
): Promise<PublishPeer> {
  const startedAt = performance.now();
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: timeoutMs, maxBuffer: 2 ** 28 });
  const whole = performance.now() - startedAt;
  if (done.status !== 0) return { note: `failed: ${done.error?.message ?? reasonIn(done.stderr)}` };
  return { whole, weight: await weightOf(path.join(cwd, output)) };
}

const reasonIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('npm warn'))
    .slice(0, 2)
    .join(' ');

/** The records as Markdown with a minimal layout, which is all these tools need. */
async function writeMarkdown(server: Server, folder: string): Promise<void> {
  const rows = await server.database.kysely
    .selectFrom('records')
    .select(['id', 'kind', 'data'])
    .where('state', '=', 'published')
    .execute();
  for (const { id, kind, data } of rows) {
    const record = JSON.parse(data) as { title: string };
    const place = path.join(folder, 'content', kind);
    mkdirSync(place, { recursive: true });
    const text = Object.entries(record)
      .map(
        ([field, value]) => `## ${field}\n\n${typeof value === 'string' ? value : JSON.stringify(value)}\n`,
      )
      .join('\n')
      .replaceAll(/[{}<>]/g, ' ');
    writeFileSync(
      path.join(place, `${id}.md`),
      `---\ntitle: ${JSON.stringify(record.title)}\nlayout: page.html\n---\n${text}`,
    );
  }
  mkdirSync(path.join(folder, 'content', '_includes'), { recursive: true });
  mkdirSync(path.join(folder, 'layouts', '_default'), { recursive: true });
  writeFileSync(
    path.join(folder, 'content', '_includes', 'page.html'),
    '<!doctype html><title>{{ title }}</title><h1>{{ title }}</h1>{{ content }}',
  );
  // Hugo finds the layout by the page's kind: no `layout` field.
  const template = '<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .Content }}';
  for (const name of ['single.html', 'list.html', 'page.html'])
    writeFileSync(path.join(folder, 'layouts', '_default', name), template);
  writeFileSync(path.join(folder, 'hugo.toml'), "title = 'bench'\nbaseURL = 'https://register.example/'\n");
}
