// Runs on Node 20 or later before installation: plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Commands that need development dependencies. */
const developing = ['bench', 'check', 'dev', 'proof', 'screens', 'test'];

/**
 * Installs the packages of package-lock.json that node_modules lacks; returns the path of the product's Node. No
 * install scripts run.
 * @param {string} root folder of the repository
 * @param {string} command command to run
 * @returns {Promise<string>}
 */
export async function install(root, command) {
  const isLean = leavesOutTools();
  if (isLean && developing.includes(command)) {
    throw new Error(
      `Команде «${command}» нужны пакеты разработки: запустите её без NODE_ENV=production и без --omit=dev.`,
    );
  }
  const runtime = runtimeOf(root);
  if (!isInstalled(root, isLean) || !existsSync(runtime.path)) {
    // `npm ci` rejects a lock file without packages of other platforms; `npm install --no-save` accepts it
    // unchanged. Engines of some packages exclude Node 20, which only downloads them. A stalled connection is
    // retried after two minutes instead of npm's five.
    const flags = [
      '--no-audit',
      '--no-fund',
      '--no-save',
      '--ignore-scripts',
      isLean ? '--omit=dev' : '--include=dev',
      '--loglevel=error',
      '--fetch-timeout=120000',
    ];
    await runWithProgress('Установка пакетов по package-lock.json', npm(['install', ...flags]), root);
  }
  if (existsSync(runtime.path)) return runtime.path;
  // npm omits an optional package silently on any error.
  throw new Error(
    `Node ${runtime.version} не установился в ${runtime.path}: пакет ${runtime.name} не скачался, пропущен (--omit=optional) или не совпал с отпечатком из package-lock.json (${runtime.integrity}). Проверьте сеть и повторите. Отпечаток того, что даёт реестр: npm view ${runtime.name}@${runtime.version} dist.integrity.`,
  );
}

/**
 * Node from package-lock.json, verified by npm with its SHA-512. Where this version has no package (macOS),
 * the current Node if it is new enough.
 */
function runtimeOf(root) {
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const name = `node-${system}`;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const locked = packages[`node_modules/${name}`];
  if (locked) {
    const executable = process.platform === 'win32' ? 'node.exe' : 'node';
    return { ...locked, name, path: join(root, 'node_modules', name, 'bin', executable) };
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return { path: process.execPath };
  throw new Error(
    `Для ${system} пакета Node 24 нет: запустите команду на Node 24, здесь ${process.version}.`,
  );
}

/** Like npm: NODE_ENV=production, or --omit=dev in its settings. */
function leavesOutTools() {
  const { NODE_ENV, npm_config_omit: omitted = '' } = process.env;
  return NODE_ENV === 'production' || omitted.split(/\s+/).includes('dev');
}

/** Compares the lock file with npm's record of installed packages. */
function isInstalled(root, isLean) {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, dev }]) => {
    if (path === '' || (isLean && dev)) return true;
    // Packages of other platforms are omitted on purpose.
    if (!installed[path]) return Boolean(optional);
    return installed[path].version === version;
  });
}

/** The npm that started this, or the one on the path. */
function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js') && /npm/.test(cli)) return [process.execPath, cli, ...args];
  return ['npm', ...args];
}

function runWithProgress(what, [command, ...args], cwd) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  console.log(`${what} …`);
  const ticker = setInterval(() => console.log(`${what} … ${seconds()} с`), 5000);
  return new Promise((resolve, reject) => {
    // Ctrl+C reaches npm in the same process group; this process only waits.
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', (error) =>
      reject(new Error(`${what} не удалась: ${command} не запускается (${error.message}).`)),
    );
    child.on('exit', (code, signal) => {
      if (code === 0) resolve(console.log(`${what}: готово за ${seconds()} с`));
      else reject(new Error(`${what} не удалась (код ${signal ?? code}): причина в строках выше.`));
    });
  }).finally(() => clearInterval(ticker));
}
