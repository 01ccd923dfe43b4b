// Runs on any Node from 20 on, before anything is installed: plain JavaScript, nothing imported but Node.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What these commands stand on is left out of an installation for production. */
const developing = ['bench', 'check', 'dev', 'proof', 'test'];

/**
 * Installs what package-lock.json names and node_modules lacks, and gives the path of the Node that runs the product.
 * No package runs code of its own meanwhile.
 * @param {string} root folder of the repository
 * @param {string} command what is going to run
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
    // `npm ci` refuses a lock file that lacks packages of other platforms; `npm install --no-save`
    // honours it and leaves it as it is.
    // The engines of some packages do not name Node 20: it only fetches them, Node 24 runs them.
    // A connection that stalls is given up after two minutes and tried again; npm itself would wait for five.
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
  // npm leaves out an optional package without a word, whatever was wrong with it.
  throw new Error(
    `Node ${runtime.version} не установился в ${runtime.path}: пакет ${runtime.name} не скачался, пропущен (--omit=optional) или не совпал с отпечатком из package-lock.json (${runtime.integrity}). Проверьте сеть и повторите. Отпечаток того, что даёт реестр: npm view ${runtime.name}@${runtime.version} dist.integrity.`,
  );
}

/**
 * The Node of package-lock.json, which npm takes only with the SHA-512 written there. On systems without a package of this
 * version (macOS) it is the Node that runs this, if it is new enough.
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

/** As for npm itself: NODE_ENV=production, or --omit=dev in its settings. */
function leavesOutTools() {
  const { NODE_ENV, npm_config_omit: omitted = '' } = process.env;
  return NODE_ENV === 'production' || omitted.split(/\s+/).includes('dev');
}

/** Compares the lock file with npm's own record of what it has installed. */
function isInstalled(root, isLean) {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, dev }]) => {
    if (path === '' || (isLean && dev)) return true;
    // A package for another platform is left out on purpose.
    if (!installed[path]) return Boolean(optional);
    return installed[path].version === version;
  });
}

/** npm as a command: the one that started us, else the one on the path. */
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
    // Ctrl+C reaches npm too, as it is in the same group of processes; we only wait for it.
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
