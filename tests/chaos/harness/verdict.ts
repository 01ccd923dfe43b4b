import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Follower, type Client } from './clients.ts';

interface Scene {
  folder: string;
  clients: readonly Client[];
  /** Omitted where letters are not counted by server life. */
  letters?: ReadonlyMap<string, readonly number[]>;
}

/** Rows of a complete registration, in one transaction. */
const whole: [rows: number, query: string][] = [
  [3, 'select count(*) as count from consents where user_id = ?'],
  [3, 'select count(*) as count from user_terms where user_id = ?'],
  [1, 'select count(*) as count from tokens where user_id = ?'],
  [1, 'select count(*) as count from audit where user_id = ?'],
  [1, 'select count(*) as count from outbox where user_id = ?'],
];

/** Compares promises with the data. */
export function judge({ folder, clients, letters }: Scene): { lines: string[]; isGood: boolean } {
  const database = new DatabaseSync(path.join(folder, 'register.sqlite'));
  try {
    const check = database.prepare('pragma integrity_check').all();
    const integrity = check.map((row) => String(row['integrity_check'])).join('; ');
    const foreign = database.prepare('pragma foreign_key_check').all().length;
    const promised = clients.flatMap(({ registered }) => registered);
    const unanswered = clients.flatMap(({ unanswered: addresses }) => addresses);
    const odd = clients.flatMap((client) => client.odd);
    const users = database.prepare("select id, email from users where email like 'doctor%'").all();
    const found = new Map<string, number>();
    for (const { email } of users) found.set(String(email), (found.get(String(email)) ?? 0) + 1);
    const lost = promised.filter((email) => !found.has(email));
    const twice = [...found.values()].filter((count) => count > 1).length;
    const half = users.filter(({ id }) =>
      whole.some(([rows, query]) => Number(database.prepare(query).get(Number(id))?.['count']) !== rows),
    );
    const people = clients.filter((client) => client instanceof Follower);
    const promises = people.reduce((sum, client) => sum + client.promises, 0);
    const broken = people.reduce((sum, client) => sum + client.broken, 0);
    const post = letters ? judgeLetters(letters, found) : { lines: [], isGood: true };
    return {
      lines: [
        `Регистрации: подтверждено ${promised.length}, найдено ${promised.length - lost.length}, потеряно ${lost.length}; без ответа ${unanswered.length}, из них записано целиком ${unanswered.filter((email) => found.has(email)).length}; дважды ${twice}, наполовину ${half.length}`,
        `Подписки: подтверждено ${promises}, нарушено обещаний и сессий ${broken}`,
        ...post.lines,
        `Прочие ответы: ${odd.length}${odd.length > 0 ? ` (${[...new Set(odd)].join(', ')})` : ''}`,
        `integrity_check: ${integrity}; нарушенных связей ${foreign}`,
      ],
      isGood:
        promised.length > 0 &&
        promises > 0 &&
        lost.length + twice + half.length + broken + odd.length + foreign === 0 &&
        post.isGood &&
        integrity === 'ok',
    };
  } finally {
    database.close();
  }
}

function judgeLetters(
  letters: ReadonlyMap<string, readonly number[]>,
  registered: ReadonlyMap<string, number>,
): { lines: string[]; isGood: boolean } {
  const sent = [...registered.keys()].map((email) => letters.get(email) ?? []);
  const times = (count: number) => sent.filter(({ length }) => length === count).length;
  const { all, unexcused, shared } = judgeDoubles(sent);
  const stray = [...letters.keys()].filter((email) => !registered.has(email)).length;
  return {
    lines: [
      `Письма о ${sent.length} регистрациях: по одному ${times(1)}, по два ${times(2)}, по три ${times(3)}, больше ${sent.filter(({ length }) => length > 3).length}, ни одного ${times(0)}, ни о чём ${stray}`,
      `Повторы: ${all}, каждый после убийства между отправкой и отметкой; без убийства ${unexcused}, больше одного от убийства ${shared}`,
    ],
    isGood: times(0) + stray + unexcused + shared === 0,
  };
}

/**
 * A letter may be repeated if the server died between sending and recording. So no life sends one twice, and
 * at most one letter of each life is repeated later.
 */
function judgeDoubles(sent: readonly (readonly number[])[]): {
  all: number;
  unexcused: number;
  shared: number;
} {
  let unexcused = 0;
  const cut: number[] = [];
  for (const lives of sent) {
    unexcused += lives.length - new Set(lives).size;
    cut.push(...[...new Set(lives)].slice(0, -1));
  }
  return { all: unexcused + cut.length, unexcused, shared: cut.length - new Set(cut).size };
}
