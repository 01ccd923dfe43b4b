import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Private files and folders: users, mail, uploads, keys. */
const closed = ['mail', 'uploads', 'backups', 'site/snapshot.sqlite', 'secret.key', 'audit.key'];
const groupAndOthers = 0o077;

/** Places of DATA_DIR that others of this machine must not read. */
function privatePlaces(folder: string): string[] {
  return [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.startsWith('register.sqlite') || closed.includes(name))
      .map((name) => path.join(folder, name)),
    ...['', '-wal', '-shm'].map((ending) => path.join(folder, `site/snapshot.sqlite${ending}`)),
    ...filesIn(path.join(folder, 'mail')),
    ...filesIn(path.join(folder, 'backups')),
  ].filter((place) => existsSync(place));
}

/** Private places that others can read. */
export const openPlaces = (dataDir: string): string[] =>
  privatePlaces(path.resolve(dataDir)).filter((place) => (lstatSync(place).mode & groupAndOthers) !== 0);

/** Restricts DATA_DIR to its owner, including existing files; returns warnings for the operator. */
export function restrictToOwner(dataDir: string): string[] {
  const folder = path.resolve(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const left = privatePlaces(folder).filter((place) => !close(place));
  return [
    ...(left.length > 0
      ? [
          `Другие пользователи этой машины могут читать ${left[0]}${left.length > 1 ? ` и ещё ${left.length - 1}` : ''}: там сведения о людях. Закройте их: chmod -R go-rwx ${folder}`,
        ]
      : []),
    ...(process.geteuid?.() === 0
      ? [
          'Портал работает от имени root: ошибка в нём откроет всю машину. Заведите для него отдельного пользователя (docs/operations.md).',
        ]
      : []),
  ];
}

const filesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];

/** Whether it is now private; files of another user cannot be changed. */
function close(place: string): boolean {
  const { mode } = lstatSync(place);
  if ((mode & groupAndOthers) === 0) return true;
  try {
    chmodSync(place, mode & ~groupAndOthers);
    return true;
  } catch {
    return false;
  }
}
