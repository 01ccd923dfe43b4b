import { administrators } from '../request/access.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import type { LetterText } from '../mail/letter.ts';
import { momentOf } from '../mail/letters.ts';

/** A current problem, formatted. */
export interface AlertFinding {
  name: AlertName;
  /** Tells several apart; empty where there is one at most. */
  about: string;
  what: string;
}

type AlertKey = { name: string; about: string };
type AlertNews = AlertFinding & { isOver: boolean };

/** Second destination of alerts besides letters: the server log. */
export interface AlertLog {
  error(facts: object, words: string): void;
  info(facts: object, words: string): void;
}

/** Milliseconds after which an alert that no process has found again is over. */
const over = 120_000;

/**
 * Raises and ends alerts: a letter to every administrator and a log line at the start and at the end, however
 * often it is found in between.
 */
export async function sendAlerts(
  context: Context,
  findings: readonly AlertFinding[],
  log: AlertLog,
): Promise<void> {
  const { database, now } = context;
  const at = now();
  const seen_at = at.toISOString();
  const news: AlertNews[] = [];
  try {
    await database.transaction(async (tx) => {
      const standing = await tx.selectFrom('alerts').selectAll().execute();
      const isSame = (one: AlertKey, other: AlertKey) => one.name === other.name && one.about === other.about;
      for (const { name, about, what } of findings) {
        if (!standing.some((row) => isSame(row, { name, about })))
          news.push({ name, about, what, isOver: false });
        await tx
          .insertInto('alerts')
          .values({ name, about, what, since: seen_at, seen_at })
          .onConflict((conflict) => conflict.columns(['name', 'about']).doUpdateSet({ what, seen_at }))
          .execute();
      }
      for (const row of standing) {
        const isFound = findings.some((one) => isSame(row, one));
        if (isFound || at.getTime() - Date.parse(row.seen_at) < over) continue;
        await tx.deleteFrom('alerts').where('name', '=', row.name).where('about', '=', row.about).execute();
        if (!alertMessages(row.name).isEvent)
          news.push({ ...row, name: row.name as AlertName, isOver: true });
      }
      if (news.length === 0) return;
      await notifyPublishers(tx, context, news);
      for (const { id, email } of await administrators(tx))
        for (const one of news)
          await putLetter(tx, context, { kind: 'alert', to: { id, email } }, alertLetter(one, at));
    });
  } catch (error) {
    // Without a writable database only the log remains.
    for (const { name, what } of findings) log.error({ alert: name }, what);
    throw error;
  }
  for (const { name, what, isOver } of news)
    if (isOver) log.info({ alert: name, over: true }, what);
    else log.error({ alert: name }, what);
}

/** Notifies publishers of an outdated site; administrators get the alert's letter. */
async function notifyPublishers(
  tx: WriteTransaction,
  context: Pick<Context, 'settings' | 'now'>,
  news: readonly AlertNews[],
): Promise<void> {
  const failed = news.find(({ name, isOver }) => name === 'publication' && !isOver);
  if (!failed) return;
  const editors = await tx.selectFrom('users').select('id').where('type', '=', 'editor').execute();
  await notify(tx, context, {
    kind: 'publication-failed',
    to: editors.map(({ id }) => id),
    details: { problem: failed.what },
  });
}

export async function standingAlerts(db: ReadDatabase) {
  const rows = await db.selectFrom('alerts').selectAll().orderBy('since').execute();
  return rows.map(({ name, about, what, since }) => {
    const { title, next } = alertMessages(name);
    return { name, about, title, what, next, since };
  });
}

/** Letter to administrators: the problem and its remedy, or its end. */
function alertLetter({ name, what, isOver }: AlertNews, at: Date): LetterText {
  const { title, next } = alertMessages(name);
  return {
    subject: isOver ? `Снова в порядке: ${title.toLowerCase()}` : `Тревога: ${title.toLowerCase()}`,
    before: isOver
      ? [`Тревога «${title}» снята ${momentOf(at)}.`, `Последнее, что было известно: ${what}`]
      : [`${what} Замечено ${momentOf(at)}.`, next],
    button: { title: 'Открыть редакцию', url: '/profile/editors/' },
    after: isOver
      ? []
      : ['Пока это продолжается, второго такого письма не будет. Когда пройдёт, портал напишет.'],
  };
}

/** A message to administrators: the problem and its remedy. */
interface Alert {
  title: string;
  next: string;
  /** A single event: no "resolved" message follows. */
  isEvent?: true;
}

const alerts = {
  'failed sign-ins': {
    title: 'Много неудачных попыток входа',
    next: 'Посмотрите в журнале «Вход не удался»: с каких адресов и в чьи записи. Записи, которые перебирают, можно заблокировать.',
  },
  'new device': {
    title: 'Администратор вошёл с нового устройства',
    next: 'Спросите этого администратора. Если это не он, заблокируйте запись и смените её пароль.',
    isEvent: true,
  },
  publication: {
    title: 'Сайт не публикуется',
    next: 'Откройте «Публикация»: там запись и поле, из-за которых страница не строится. Читатели видят прежний сайт.',
  },
  backup: {
    title: 'Резервная копия опаздывает',
    next: 'Посмотрите в логе, почему копия не сделана, и сделайте её сами: npm run backup.',
  },
  disk: {
    title: 'Кончается место на диске',
    next: 'Освободите место или увеличьте диск: без места портал перестанет записывать.',
  },
  clock: {
    title: 'Часы сервера прыгнули',
    next: 'Проверьте службу времени (NTP): от часов зависят входы, коды второго фактора и журнал.',
  },
  audit: {
    title: 'Журнал нарушен',
    next: 'Откройте «Журнал»: там названы строки. Сохраните базу и копии как есть и сверьте их с прежней головой журнала.',
  },
  'audit sealed': {
    title: 'Журнал ведётся под новым ключом',
    next: 'Если вы не обновляли портал, не меняли ключ и не восстанавливали копию, журнал могли подменить: сверьте его с прежней головой.',
    isEvent: true,
  },
  mail: {
    title: 'Письма не уходят',
    next: 'Откройте «Письма и кэш»: там видно, что отвечает почтовый сервер.',
  },
  errors: {
    title: 'Портал часто отвечает ошибкой',
    next: 'Посмотрите в логе строки request failed: в них номер запроса и причина. Если таких строк нет, портал не успевает отвечать: по строкам answered видно, какие запросы идут чаще всего. Один источник сдерживает RATE_LIMIT; если читателей стало больше, поставьте перед порталом кэш или добавьте процессоров.',
  },
} as const satisfies Record<string, Alert>;

export type AlertName = keyof typeof alerts;

/** An unknown name, from another version, is its own title. */
const alertMessages = (name: string): Alert =>
  (alerts as Record<string, Alert>)[name] ?? { title: name, next: '' };
