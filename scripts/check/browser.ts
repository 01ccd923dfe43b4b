import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { OperatorError } from '#domain/operator-error.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The installed browser, or CHROMIUM_PATH. */
export const findBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path));

/**
 * Debian's headless shell, which renders no window of its own: journeys take less than half the time. It has
 * no back/forward cache, which is tested in the full browser.
 */
export const findShell = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? [shell, ...places].find((path) => existsSync(path));

const shell = '/usr/bin/chromium-headless-shell';

/** Chromium needs no sandbox as root; the other flags stop calls to its vendor. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Installs Debian's Chromium if missing and permitted. */
export function ensureBrowser(): void {
  if (findBrowser()) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    throw new OperatorError(
      'Для проверки страниц нужен Chromium: установите его (apt-get install chromium) или укажите путь в CHROMIUM_PATH.',
    );
  }
  console.log('Установка Chromium …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium');
}
