import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { OperatorError } from '#domain/operator-error.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, or the one that CHROMIUM_PATH names. */
export const findBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path));

/**
 * Debian's Chromium without a window, which has no page of its own to draw beside each of ours: journeys take less than
 * half of the time. What it lacks, pages that come back out of memory, is looked at in the other.
 */
export const findShell = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? [shell, ...places].find((path) => existsSync(path));

const shell = '/usr/bin/chromium-headless-shell';

/** As root Chromium runs without its sandbox; the rest keeps it from calling its maker's hosts. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Installs Debian's Chromium when there is none and we may. */
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
