import {
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import type { Settings } from '#server/settings.ts';

/** Releases side by side and a link to the current one, as Capistrano and Deployer lay them out. */
export interface Layout {
  base: string;
  releases: string;
  link: string;
  /** Folder name of the release that the link leads to. */
  current: string;
}

const setUp = `Команда работает в папке с версиями. Один раз, при остановленном портале:
  mkdir -p /srv/register/releases
  git clone АДРЕС /srv/register/releases/v1.0.0
  ln -s releases/v1.0.0 /srv/register/current
  переместите папку данных и задайте её полным путём: DATA_DIR=/srv/register/data
Дальше портал и эта команда запускаются в /srv/register/current.`;

export function findLayout({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): Layout {
  const root = realpathSync(path.join(import.meta.dirname, '../..'));
  const releases = path.dirname(root);
  const base = path.dirname(releases);
  const link = path.join(base, 'current');
  if (path.basename(releases) !== 'releases' || !lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new OperatorError(setUp);
  const target = realpathSync(link);
  if (path.dirname(target) !== releases) throw new OperatorError(setUp);
  // A relative one is in the folder of one release.
  if (!path.isAbsolute(DATA_DIR) || path.resolve(DATA_DIR).startsWith(releases + path.sep))
    throw new OperatorError(
      'Задайте DATA_DIR полным путём вне папки releases: данные общие для всех версий.',
    );
  return { base, releases, link, current: path.basename(target) };
}

/** One atomic rename. */
export function pointTo(layout: Layout, name: string): void {
  const next = `${layout.link}.next`;
  rmSync(next, { force: true });
  symlinkSync(path.join('releases', name), next);
  renameSync(next, layout.link);
  layout.current = name;
}

/** Removes releases other than these. */
export function removeOld({ releases }: Layout, kept: string[]): void {
  for (const name of readdirSync(releases)) {
    const folder = path.join(releases, name);
    // Folders of other purposes are not ours.
    if (kept.includes(name) || !statSync(folder).isDirectory()) continue;
    if (existsSync(path.join(folder, 'scripts/run.mjs'))) rmSync(folder, { recursive: true });
  }
}
