import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { OperatorError } from '#domain/operator-error.ts';
import { root } from './tool.ts';
import { readArguments } from '../arguments.ts';

/** What is read of `npm audit --json`: https://docs.npmjs.com/cli/v11/commands/npm-audit. */
interface AuditReport {
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>;
}

export type AuditResult =
  | { state: 'checked'; vulnerable: string[] }
  /** The registry has no advisories to ask, or there is no network. */
  | { state: 'unreachable' };

/** `npm run check -- audit`: known vulnerabilities of production packages, from `high` on. */
export async function run(args: string[]): Promise<void> {
  readArguments(args, { name: 'check audit', about: 'Известные уязвимости рабочих пакетов, по реестру.' });
  const result = await auditPackages();
  if (result.state === 'checked' && result.vulnerable.length > 0)
    throw new OperatorError(describeAudit(result));
  console.log(describeAudit(result));
}

export function describeAudit(result: AuditResult): string {
  if (result.state === 'unreachable')
    return 'Уязвимости не проверены: реестр пакетов не отвечает на запрос о них.';
  return result.vulnerable.length > 0
    ? `Уязвимые пакеты: ${result.vulnerable.join('; ')}. Подробности: npm audit.`
    : 'Известных уязвимостей в пакетах нет.';
}

/** Asks the registry that npm is set to. */
export async function auditPackages(env: NodeJS.ProcessEnv = process.env): Promise<AuditResult> {
  const child = spawn(
    'npm',
    ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=20000'],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const report = (await json(child.stdout).catch(() => ({}))) as AuditReport;
  if (!report.vulnerabilities) return { state: 'unreachable' };
  const vulnerable = Object.values(report.vulnerabilities)
    .filter(({ severity }) => ['high', 'critical'].includes(severity))
    .map(({ name, range, severity }) => `${name} ${range} (${severity})`);
  return { state: 'checked', vulnerable };
}
