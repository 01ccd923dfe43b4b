import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { msPerDay } from '#domain/durations.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { makeBackup } from '#server/backup/backup.ts';
import { backupSecret } from '#server/backup/file.ts';
import { findServer, lockDataDir } from '#server/database/lock.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { putBack, readMigrations } from './upgrade/database.ts';
import { clearJournal, readJournal, writeJournal, type Journal } from './upgrade/journal.ts';
import { findLayout, pointTo, removeOld, type Layout } from './upgrade/layout.ts';
import { operatorCommand } from './upgrade/processes.ts';
import { checkRelease, prepareRelease } from './upgrade/release.ts';
import { tryRelease } from './upgrade/trial.ts';
import { waitUntilReady } from './upgrade/ready.ts';
import { readArguments, readCount } from './arguments.ts';

/** A portal answers open requests before it ends. */
const stopTimeoutMs = 60_000;

interface Commands {
  stop?: string;
  start?: string;
  timeoutMs: number;
}

/** `npm run upgrade -- REF`: tries a release on a copy of the data, then switches to it, or back. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    name: 'upgrade',
    arguments: 'ВЕРСИЯ',
    about: 'Испытывает выпуск на копии данных, переключается на него или возвращается.',
    options: {
      stop: { value: 'КОМАНДА', about: 'чем остановить портал' },
      start: { value: 'КОМАНДА', about: 'чем запустить портал' },
      timeout: { value: 'СЕКУНДЫ', about: 'сколько ждать запуска, обычно 300' },
    },
  });
  const [ref = ''] = positionals;
  const { stop, start, timeout = '300' } = values;
  const commands = { stop, start, timeoutMs: readCount(timeout, '--timeout') * 1000 };
  const settings = readSettings();
  const layout = findLayout(settings);
  demandOwner(settings);
  const folder = path.join(settings.DATA_DIR, 'upgrade');
  const other = findServer(folder);
  if (other) throw new OperatorError(`Обновление уже идёт: процесс ${other.pid}.`);
  const lock = await lockDataDir(folder);
  try {
    await upgrade({ settings, layout, commands }, ref);
  } finally {
    lock.release();
  }
}

interface Upgrade {
  settings: Settings;
  layout: Layout;
  commands: Commands;
}

async function upgrade({ settings, layout, commands }: Upgrade, ref: string): Promise<void> {
  let journal = findUnfinished(layout, ref) ?? (await prepare(settings, layout, ref));
  if (journal.state === 'tried') {
    step(5, 'переключение');
    const stoppedAt = Date.now();
    await stop(settings, layout, commands);
    journal = { ...journal, state: 'switching', stoppedAt };
    writeJournal(layout, journal);
    pointTo(layout, journal.to);
  }
  if (journal.state === 'undoing') return await undo(settings, layout, journal, commands);
  await finish(settings, layout, journal, commands);
}

/** The portal could not write files of another user: copies, and a database that is brought back. */
function demandOwner({ DATA_DIR }: Settings): void {
  if (!existsSync(DATA_DIR))
    throw new OperatorError(`Папки ${DATA_DIR} нет: задайте команде те же настройки, что у портала.`);
  const [owner, user] = [statSync(DATA_DIR).uid, process.getuid?.()];
  if (user !== undefined && owner !== user)
    throw new OperatorError(
      `Папка ${DATA_DIR} принадлежит пользователю ${owner}, а команда запущена от ${user}: запустите её от имени портала.`,
    );
}

/** An upgrade that was killed, or that waits until the portal is stopped or started by hand. */
function findUnfinished(layout: Layout, ref: string): Journal | undefined {
  const journal = readJournal(layout);
  if (!journal) return undefined;
  if (journal.state === 'tried') {
    const isFresh = Date.now() - journal.triedAt < msPerDay && journal.from === layout.current;
    return journal.ref === ref && isFresh ? journal : undefined;
  }
  if (journal.ref === ref) return journal;
  throw new OperatorError(`Не закончено обновление до ${journal.ref}: сначала повторите команду с ним.`);
}

/** Steps that leave the running portal alone. */
async function prepare(settings: Settings, layout: Layout, ref: string): Promise<Journal> {
  clearJournal(layout);
  step(1, 'проверки');
  const { commit, name } = await checkRelease(layout, ref);
  step(2, 'новый код');
  const release = await prepareRelease(layout, name, commit);
  step(3, 'копия базы и файлов');
  const { secret } = await backupSecret(settings, { isNewFine: true });
  const { file } = await makeBackup(settings, new Date(), secret);
  console.log(`Копия: ${file}`);
  step(4, 'проба новой версии на копии');
  await tryRelease(layout, release, file);
  const journal: Journal = {
    ref,
    from: layout.current,
    to: name,
    state: 'tried',
    triedAt: Date.now(),
    stoppedAt: 0,
    migrations: await readMigrations(settings),
  };
  writeJournal(layout, journal);
  return journal;
}

/** The start of the new release; a failed one is undone. */
async function finish(settings: Settings, layout: Layout, journal: Journal, commands: Commands) {
  // Killed between the journal and the link.
  if (layout.current !== journal.to) {
    await stop(settings, layout, commands);
    pointTo(layout, journal.to);
  }
  step(6, 'запуск');
  if (!commands.start && !findServer(settings.DATA_DIR)) {
    console.log(`Запустите портал в ${layout.link} и повторите команду: она проверит его и закончит.`);
    return;
  }
  try {
    if (commands.start && !findServer(settings.DATA_DIR)) await operatorCommand(commands.start, layout.link);
    await waitUntilReady(settings, path.join(layout.releases, journal.to), commands.timeoutMs);
  } catch (error) {
    console.log(`Новая версия не запустилась: ${error instanceof Error ? error.message : String(error)}`);
    const undoing: Journal = { ...journal, state: 'undoing' };
    writeJournal(layout, undoing);
    return await undo(settings, layout, undoing, commands);
  }
  const seconds = ((Date.now() - journal.stoppedAt) / 1000).toFixed(1);
  step(7, 'уборка');
  removeOld(layout, [journal.from, journal.to]);
  clearJournal(layout);
  console.log(`Работает ${journal.to}. От остановки до готовности прошло ${seconds} с.`);
}

/** The database first: the former release refuses a newer one, the new release migrates an older one again. */
async function undo(settings: Settings, layout: Layout, journal: Journal, commands: Commands) {
  console.log(`Возвращение к ${journal.from} …`);
  await stop(settings, layout, commands);
  const former = path.join(layout.releases, journal.from);
  if (!existsSync(former)) throw new OperatorError(`Прежней версии нет: ${former}.`);
  const aside = await putBack(settings, journal, former);
  pointTo(layout, journal.from);
  if (aside) console.log(`База новой версии отложена в ${aside}.`);
  if (commands.start) {
    await operatorCommand(commands.start, layout.link);
    await waitUntilReady(settings, former, commands.timeoutMs);
  }
  clearJournal(layout);
  throw new OperatorError(
    commands.start
      ? `Обновление не удалось, снова работает ${journal.from}.`
      : `Обновление не удалось: запустите ${journal.from} в ${layout.link}.`,
  );
}

/** The lock tells whether the portal runs: a command may fail because nothing does, or end before it. */
async function stop(settings: Settings, layout: Layout, { stop: command }: Commands): Promise<void> {
  let problem: unknown;
  if (command) await operatorCommand(command, layout.link).catch((error: unknown) => (problem = error));
  const deadline = performance.now() + (command && !problem ? stopTimeoutMs : 0);
  for (let server; (server = findServer(settings.DATA_DIR)); await pause(100)) {
    if (problem) throw problem;
    if (performance.now() > deadline)
      throw new OperatorError(
        `Портал работает (процесс ${server.pid}): остановите его и повторите команду, или задайте --stop и --start.`,
      );
  }
}

function step(number: number, title: string): void {
  console.log(`${number}/7 ${title}`);
}
