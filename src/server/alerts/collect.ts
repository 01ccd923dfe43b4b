import { countRows } from '../database/page.ts';
import { msPerDay, msPerHour, msPerMinute } from '#domain/durations.ts';
import { lastRow } from '../audit/append.ts';
import { lastAuditCheck } from '../audit/check.ts';
import type { Verified } from '../audit/verify.ts';
import { lastBackup, maxBackupAgeMs } from '../backup/names.ts';
import { diskUsage } from '../base/disk.ts';
import type { Context } from '../request/context.ts';
import { never } from '../database/outbox.ts';
import { momentOf } from '../mail/letters.ts';
import { pageProblem } from '../publication/status.ts';

export interface AlertFinding {
  name: string;
  /** Tells several apart; empty where there is one at most. */
  about: string;
  what: string;
}

export interface AlertWatch {
  startedAt: number;
  /** Monotonic milliseconds. */
  steady(): number;
  clock?: { wall: number; steady: number };
  jump?: { at: number; by: number };
  chain?: Verified;
}

export const createAlertWatch = (now: Date, steady = () => performance.now()): AlertWatch => ({
  startedAt: now.getTime(),
  steady,
});

/** A message to administrators: the problem and its remedy. */
interface Alert {
  title: string;
  next: string;
  /** A single event: no "resolved" message follows. */
  isEvent?: true;
  find(context: Context, watch: AlertWatch): Promise<Found>;
}

/** What is wrong now; events name what they are about. */
type Found = string | undefined | { about: string; what: string }[];

const ago = (context: Context, milliseconds: number) =>
  new Date(context.now().getTime() - milliseconds).toISOString();

const alerts: Readonly<Record<string, Alert>> = {
  'failed sign-ins': {
    title: 'Много неудачных попыток входа',
    next: 'Посмотрите в журнале «Вход не удался»: с каких адресов и в чьи записи. Записи, которые перебирают, можно заблокировать.',
    async find(context) {
      const count = await countRows(
        context.db
          .selectFrom('audit')
          .where('action', 'in', ['failed to sign in', 'failed the second factor'])
          .where('at', '>', ago(context, 10 * msPerMinute)),
      );
      return count < context.settings.ALERT_SIGN_INS
        ? undefined
        : `Неудачных попыток входа за 10 минут: ${count}.`;
    },
  },
  'new device': {
    title: 'Администратор вошёл с нового устройства',
    next: 'Спросите этого администратора. Если это не он, заблокируйте запись и смените её пароль.',
    isEvent: true,
    /** Sign-ins without the device mark, reported for a day. */
    async find(context) {
      const rows = await context.db
        .selectFrom('devices as d')
        .innerJoin('users as u', 'u.id', 'd.user_id')
        .select(['u.id', 'd.created_at'])
        .where('u.type', '=', 'admin')
        .where('d.created_at', '>', ago(context, msPerDay))
        .execute();
      return rows.map(({ id, created_at }) => ({
        about: `${id} ${created_at}`,
        what: `Учётная запись № ${id} вошла ${momentOf(new Date(created_at))} из браузера, которого портал у неё ещё не видел.`,
      }));
    },
  },
  publication: {
    title: 'Сайт не публикуется',
    next: 'Откройте «Публикация»: там запись и поле, из-за которых страница не строится. Читатели видят прежний сайт.',
    async find({ publication: live, db }) {
      // Editors know that they have stopped it.
      if (live.now.state === 'stopped') return undefined;
      return live.now.problem ?? (await pageProblem(db)) ?? undefined;
    },
  },
  backup: {
    title: 'Резервная копия опаздывает',
    next: 'Посмотрите в логе, почему копия не сделана, и сделайте её сами: npm run backup.',
    async find(context, { startedAt }) {
      const { BACKUPS, DATA_DIR } = context.settings;
      if (BACKUPS === 'off') return undefined;
      const last = await lastBackup(DATA_DIR);
      // The first backup of a portal may take two hours.
      const since = last?.at ?? startedAt - msPerDay;
      if (context.now().getTime() - since < maxBackupAgeMs) return undefined;
      return last
        ? `Последняя копия сделана ${momentOf(new Date(last.at))}: больше суток назад.`
        : 'Ни одной копии ещё нет.';
    },
  },
  disk: {
    title: 'Кончается место на диске',
    next: 'Освободите место или увеличьте диск: без места портал перестанет записывать.',
    async find({ settings }) {
      const { share } = await diskUsage(settings.DATA_DIR);
      return share <= settings.ALERT_DISK
        ? undefined
        : `Диск с DATA_DIR занят на ${Math.floor(share)} %: больше ${settings.ALERT_DISK} %.`;
    },
  },
  clock: {
    title: 'Часы сервера прыгнули',
    next: 'Проверьте службу времени (NTP): от часов зависят входы, коды второго фактора и журнал.',
    /** The clock differs from monotonic time, or is before earlier records. */
    async find(context, watch) {
      const wall = context.now().getTime();
      const steady = watch.steady();
      if (watch.clock) {
        const by = wall - watch.clock.wall - (steady - watch.clock.steady);
        if (Math.abs(by) > msPerMinute) watch.jump = { at: wall, by };
      }
      watch.clock = { wall, steady };
      const { jump } = watch;
      if (jump && wall - jump.at < msPerHour && wall >= jump.at)
        return `Часы сервера ушли ${jump.by > 0 ? 'вперёд' : 'назад'} на ${Math.round(Math.abs(jump.by) / 1000)} с.`;
      const last = await lastRow(context.db);
      return last && Date.parse(last.at) > wall + msPerMinute
        ? `Часы сервера стоят раньше последней строки журнала (${last.at}).`
        : undefined;
    },
  },
  audit: {
    title: 'Журнал нарушен',
    next: 'Откройте «Журнал»: там названы строки. Сохраните базу и копии как есть и сверьте их с прежней головой журнала.',
    async find(context, { chain }) {
      const checked = await lastAuditCheck(context);
      const [first] = chain?.problems.length ? chain.problems : (checked?.problems ?? []);
      return first && `Журнал не сходится: ${first.what}.`;
    },
  },
  'audit sealed': {
    title: 'Журнал ведётся под новым ключом',
    next: 'Если вы не обновляли портал, не меняли ключ и не восстанавливали копию, журнал могли подменить: сверьте его с прежней головой.',
    isEvent: true,
    /** Reported for a day. */
    async find(context) {
      const rows = await context.db
        .selectFrom('audit')
        .select(['id', 'details'])
        .where('action', '=', 'audit sealed')
        .where('at', '>', ago(context, msPerDay))
        .execute();
      return rows.map(({ id, details }) => ({
        about: String(id),
        what: `Журнал: ${details ?? ''}.`,
      }));
    },
  },
  mail: {
    title: 'Письма не уходят',
    next: 'Откройте «Письма и кэш»: там видно, что отвечает почтовый сервер.',
    /** Old letters in the queue; a broadcast gets a quarter of an hour. */
    async find(context) {
      const count = await countRows(
        context.db
          .selectFrom('outbox')
          .where('sent_at', 'is', null)
          .where('due_at', '!=', never)
          .where((eb) =>
            eb.or([eb('kind', '!=', 'digest'), eb('created_at', '<', ago(context, 15 * msPerMinute))]),
          ),
      );
      return count <= context.settings.ALERT_MAIL
        ? undefined
        : `Писем ждёт отправки: ${count}, больше ${context.settings.ALERT_MAIL}.`;
    },
  },
  errors: {
    title: 'Портал часто отвечает ошибкой',
    next: 'Посмотрите в логе строки request failed: в них номер запроса и причина. Если таких строк нет, портал не успевает отвечать: по строкам answered видно, какие запросы идут чаще всего. Один источник сдерживает RATE_LIMIT; если читателей стало больше, поставьте перед порталом кэш или добавьте процессоров.',
    async find(context) {
      const { all, failed } = context.responses.since(5);
      return failed < context.settings.ALERT_ERRORS || failed < all / 100
        ? undefined
        : `За 5 минут ошибкой сервера или отказом из-за нагрузки кончились ответы: ${failed} из ${all}.`;
    },
  },
};

/** An unknown name, from another version, is its own title. */
export const alertOf = (name: string): Omit<Alert, 'find'> => alerts[name] ?? { title: name, next: '' };

export async function collectAlerts(context: Context, watch: AlertWatch): Promise<AlertFinding[]> {
  const found = await Promise.all(
    Object.entries(alerts).map(async ([name, { find }]) => {
      const problem = (await find(context, watch)) ?? [];
      const problems = typeof problem === 'string' ? [{ about: '', what: problem }] : problem;
      return problems.map((one) => ({ name, ...one }));
    }),
  );
  return found.flat();
}
