import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatBytes } from '#domain/bytes.ts';
import { OperatorError } from '#domain/operator-error.ts';
import type { Layout } from './layout.ts';
import { output } from './processes.ts';

const migrationsFolder = 'src/server/database/migrations/';
/** Room for the code, a copy of the data and a rendered site. */
const neededBytes = 3 * 1024 ** 3;

const git = (folder: string, ...args: string[]) => output('git', ['-C', folder, ...args]);
const orNothing = (text: Promise<string>) => text.catch(() => '');

/** The commit and the folder of a release that the current one may be upgraded to. */
export async function checkRelease(layout: Layout, ref: string): Promise<{ commit: string; name: string }> {
  const root = path.join(layout.releases, layout.current);
  if (root !== path.resolve(import.meta.dirname, '../..'))
    throw new OperatorError(`Запустите команду в ${layout.link}.`);
  if (await git(root, 'status', '--porcelain'))
    throw new OperatorError(
      `В ${root} есть правки (git status), новая версия их потеряет: сохраните их коммитом в своей ветке, влейте в неё новую версию и обновляйтесь до этой ветки.`,
    );
  // Without a network a known release is enough.
  if (await orNothing(git(root, 'remote'))) await orNothing(git(root, 'fetch', '--quiet', '--tags'));
  const find = (name: string) => orNothing(git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`));
  const tagged = await find(`refs/tags/${ref}`);
  const commit = tagged || (await find(`refs/remotes/origin/${ref}`)) || (await find(ref));
  if (!commit) throw new OperatorError(`Версии ${ref} нет: проверьте имя и связь с хранилищем кода.`);
  if (commit === (await git(root, 'rev-parse', 'HEAD')))
    throw new OperatorError(`Версия ${ref} уже работает.`);
  const migrations = async (of: string) =>
    (await git(root, 'ls-tree', '--name-only', of, migrationsFolder)).split('\n');
  const theirs = await migrations(commit);
  if ((await migrations('HEAD')).some((file) => !theirs.includes(file)))
    throw new OperatorError(
      `Версия ${ref} старше базы. Назад возвращаются восстановлением копии: остановите портал, поставьте прежнюю версию, задайте пустую DATA_DIR и выполните npm run restore -- ФАЙЛ.`,
    );
  const { bavail, bsize } = await statfs(layout.base);
  if (bavail * bsize < neededBytes)
    throw new OperatorError(`В ${layout.base} нужно ${formatBytes(neededBytes)} свободного места.`);
  const name = ref.replaceAll('/', '-');
  // A branch moves on, and the next upgrade to it needs another folder.
  return { commit, name: tagged ? name : `${name}-${commit.slice(0, 10)}` };
}

/** Code and packages of a release in its folder. A clone, not a work tree: older releases can be removed. */
export async function prepareRelease(layout: Layout, name: string, commit: string): Promise<string> {
  const root = path.join(layout.releases, layout.current);
  const release = path.join(layout.releases, name);
  if (existsSync(release)) {
    if ((await orNothing(git(release, 'rev-parse', 'HEAD'))) === commit) return release;
    throw new OperatorError(`Папка ${release} занята другим кодом: уберите её и повторите.`);
  }
  const partial = `${release}.partial`;
  rmSync(partial, { recursive: true, force: true });
  await output('git', ['clone', '--quiet', '--no-checkout', root, partial]);
  // A commit of a remote branch is no branch of the clone.
  await git(partial, 'fetch', '--quiet', root, commit);
  await git(partial, 'checkout', '--quiet', '--detach', commit);
  const origin = await orNothing(git(root, 'remote', 'get-url', 'origin'));
  if (origin) await git(partial, 'remote', 'set-url', 'origin', origin);
  const lock = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(partial)) {
    await output('cp', ['-al', path.join(root, 'node_modules'), path.join(partial, 'node_modules')]);
    // Written in place by a running portal.
    rmSync(path.join(partial, 'node_modules/.cache'), { recursive: true, force: true });
  }
  const installer = pathToFileURL(path.join(partial, 'scripts/install.mjs')).href;
  const { install } = (await import(installer)) as typeof import('../install.mjs');
  await install(partial, 'start');
  renameSync(partial, release);
  return release;
}
