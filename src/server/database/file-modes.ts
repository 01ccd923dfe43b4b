import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What nobody but the portal's own user may read: the people, their letters, their papers, the keys. */
const closed = ['mail', 'uploads', 'backups', 'site/snapshot.sqlite', 'secret.key', 'audit.key'];
const others = 0o077;

/**
 * Closes DATA_DIR to other users of the machine, what lies in it from before included, and gives sentences about what an
 * operator should mend by hand.
 */
export function restrictToOwner(dataDir: string): string[] {
  const folder = path.resolve(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const places = [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.startsWith('register.sqlite') || closed.includes(name))
      .map((name) => path.join(folder, name)),
    ...['', '-wal', '-shm'].map((ending) => path.join(folder, `site/snapshot.sqlite${ending}`)),
    ...filesIn(path.join(folder, 'mail')),
    ...filesIn(path.join(folder, 'backups')),
  ];
  const left = places.filter((place) => existsSync(place) && !close(place));
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

/** Whether nobody else may read it now; what another user owns cannot be changed. */
function close(place: string): boolean {
  const { mode } = lstatSync(place);
  if ((mode & others) === 0) return true;
  try {
    chmodSync(place, mode & ~others);
    return true;
  } catch {
    return false;
  }
}
