import { rmSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import type { Layout } from './layout.ts';
import { output } from './processes.ts';

/** Settings that change pages or open the copy. Any other could send something out of the trial. */
const passed =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|NODE_ENV|XDG_.*|SITE_URL|OPERATOR_.*|SECURITY_CONTACT|BACKUP_KEY|AUDIT_KEY|AUDIT_KEY_FILE|SECRET_KEY|CREDENTIALS_DIRECTORY|npm_config_omit)$/;

export function closedEnvironment(dataDir: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name));
  return { ...Object.fromEntries(kept), DATA_DIR: dataDir, CATALOGUE: 'none', PORT: '0' };
}

/** Restores a backup with a release, migrates it and renders every page, apart from the portal. */
export async function tryRelease({ base }: Layout, release: string, backup: string): Promise<void> {
  const folder = path.join(base, 'upgrade-trial');
  rmSync(folder, { recursive: true, force: true });
  const env = closedEnvironment(folder);
  const command = (...args: string[]) =>
    output(process.execPath, [path.join(release, 'scripts/run.mjs'), ...args], {
      cwd: release,
      env,
      isShown: true,
    });
  try {
    await command('restore', backup);
    const printed = await command('publish', 'full');
    const failed = printed.split('\n').find((line) => line.startsWith('Осталось как было'));
    if (failed) throw new OperatorError(failed);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`Новая версия не прошла пробу, портал не тронут: ${reason}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
