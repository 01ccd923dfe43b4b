import { z } from 'zod';
import { OperatorError } from '#domain/operator-error.ts';

const number = (pattern: RegExp, message: string) => z.string().regex(pattern, message).transform(Number);
const wholeNumber = (usual: number) => number(/^\d{1,6}$/, 'нужно целое число').default(usual);
const days = number(/^[1-9]\d{0,3}$/, 'нужно число дней от 1 до 9999').default(30);
const machine = (example: string) =>
  z
    .string()
    .regex(/^([\w.-]+|\[[\da-fA-F:]+\]):\d{1,5}$/, `нужны имя машины и порт, например ${example}`)
    .optional();

/** All settings, named as in the environment; an empty value counts as unset. */
const environment = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'нужен адрес или имя машины, например 127.0.0.1')
    .default('127.0.0.1'),
  PORT: number(/^\d{1,5}$/, 'нужно число от 0 до 65535')
    .refine((port) => port <= 65_535, 'нужно число от 0 до 65535')
    .default(4321),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://example.ru', abort: true })
    .refine((url) => new URL(url).pathname === '/' && !/[?#]/.test(url), 'нужен адрес без пути и параметров')
    .transform((url) => new URL(url).origin)
    .optional(),
  HOSTS: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim().toLowerCase()))
    .pipe(
      z.array(
        z.string().regex(/^[a-z0-9.-]+$/, 'нужны имена через запятую, например www.example.ru,backend'),
      ),
    )
    .optional(),
  DATA_DIR: z.string().default('.data'),
  CATALOGUE: z.enum(['whole', 'starter', 'none'], 'нужно whole, starter или none').default('whole'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'нужен адрес вида postgres://user:password@host/base' })
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'нужен адрес вида smtp://host:port' }).optional(),
  OPERATOR_NAME: z.string().max(200, 'нужно не больше 200 знаков').optional(),
  OPERATOR_ADDRESS: z.string().max(300, 'нужно не больше 300 знаков').optional(),
  OPERATOR_EMAIL: z.email('нужен адрес почты').optional(),
  BACKUP_KEY: z.string().min(16, 'нужно не меньше 16 знаков').optional(),
  BACKUPS: z.enum(['daily', 'off'], 'нужно daily или off').default('off'),
  BACKUPS_KEEP: days,
  SECURITY_CONTACT: z
    .string()
    .transform((contact) => (/^[^:]+@/.test(contact) ? `mailto:${contact}` : contact))
    .pipe(
      z
        .string()
        .regex(
          /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/,
          'нужна почта или адрес вида https://example.ru/security',
        ),
    )
    .optional(),
  AUDIT_KEY: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  AUDIT_KEY_FILE: z.string().optional(),
  SECRET_KEY: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  UPLOADS_URL: z
    .url({ protocol: /^s3$/, error: 'нужен адрес вида s3://bucket/folder?endpoint=https://…' })
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  CLAMAV: machine('127.0.0.1:3310'),
  METRICS: machine('127.0.0.1:9464'),
  PUBLISH_URL: z
    .url({
      protocol: /^(file|s3)$/,
      error: 'нужна папка file:///srv/site или хранилище s3://bucket?endpoint=https://…',
    })
    .optional(),
  PUBLISH_FILES: z.enum(['common', 'all'], 'нужно common или all').default('common'),
  PURGE_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://cache.example/purge' })
    .optional(),
  PURGE_SECRET: z.string().min(16, 'нужно не меньше 16 знаков').optional(),
  RATE_LIMIT: number(/^\d{1,4}$/, 'нужно число запросов в секунду до 9999, 0 снимает предел').default(20),
  CAPTCHA: z.enum(['picture', 'off'], 'нужно picture или off').default('picture'),
  CASES_READING: z.enum(['doctors', 'verified'], 'нужно doctors или verified').default('doctors'),
  CONSENT_DAYS: days,
  ALERT_SIGN_INS: wholeNumber(30),
  ALERT_DISK: wholeNumber(85),
  ALERT_MAIL: wholeNumber(100),
  ALERT_ERRORS: wholeNumber(10),
  CASES_REVIEWERS: z.enum(['1', '2'], 'нужно 1 или 2').default('1').transform(Number),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .pipe(
      z.array(
        z.union(
          [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])],
          'нужны адреса прокси через запятую, например 10.0.0.1,10.1.0.0/16',
        ),
      ),
    )
    .refine(
      (list) => !list.some((address) => /\/0+$/.test(address)),
      'нужны адреса самого прокси: всем адресам сразу верить нельзя, любой назвался бы кем угодно',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'нужно одно из: fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
});

export type Settings = z.infer<typeof environment> & { SITE_URL: string };

/** Whether the site is visible on this machine only, as in development. */
export function isLocal({ SITE_URL }: Pick<Settings, 'SITE_URL'>): boolean {
  const { hostname } = new URL(SITE_URL);
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
}

/** Whether consents have a recipient; a local portal needs none. */
export const canTakeConsents = (settings: Settings): boolean =>
  isLocal(settings) || Boolean(settings.OPERATOR_NAME && settings.OPERATOR_ADDRESS);

/** Reads settings from the environment; throws a message naming the wrong one. */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(
    Object.keys(environment.shape)
      .map((name) => [name, source[name]?.trim()])
      .filter(([, value]) => value),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new OperatorError(`Настройка ${String(issue?.path[0])} задана неверно: ${issue?.message}.`);
  }
  const settings = parsed.data;
  if (settings.UPLOADS_URL && !(settings.AWS_ACCESS_KEY_ID && settings.AWS_SECRET_ACCESS_KEY))
    throw new OperatorError('Для UPLOADS_URL нужны ключи: AWS_ACCESS_KEY_ID и AWS_SECRET_ACCESS_KEY.');
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST;
  return { ...settings, SITE_URL: settings.SITE_URL ?? `http://${host}:${settings.PORT}` };
}
