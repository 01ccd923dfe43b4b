import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** The product as `npm start` runs it, in one process: what kills it kills the publisher too. */
export async function startProduct(folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(root, 'scripts/command.ts'), 'start'],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATA_DIR: folder,
        PORT: String(port),
        LOG_LEVEL: 'silent',
        TRUST_PROXY: 'loopback',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const isReady = new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (piece) => {
      said += String(piece);
      if (/^ready /m.test(said)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${said}`)));
  });
  await isReady;
  return child;
}
