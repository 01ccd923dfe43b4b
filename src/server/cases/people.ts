import type { Authorship } from '#domain/cases.ts';
import { erasedAuthor } from '#domain/cases.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';

export async function namesOf(db: ReadDatabase, given: readonly (number | null)[]) {
  const ids = [0, ...given.filter((id) => id !== null)];
  const users = await db
    .selectFrom('users')
    .select(['id', 'type', 'last_name', 'name', 'second_name', 'med', 'verified_at'])
    .where('id', 'in', ids)
    .execute();
  const terms = await db
    .selectFrom('user_terms')
    .select(['user_id', 'code'])
    .where('vocabulary', '=', 'specialization')
    .where('user_id', 'in', ids)
    .orderBy('code')
    .execute();
  const titles = await termTitles(db, 'specialization');
  const find = (id: number | null) => users.find((user) => user.id === id);

  function full(id: number | null) {
    const user = find(id);
    if (!user) return erased;
    const second = /^[-–—]$/.test(user.second_name ?? '') ? '' : user.second_name;
    const title = [user.last_name, user.name, second].filter(Boolean).join(' ');
    return { title: title || 'Врач', place: user.med ?? '' };
  }
  function bySpeciality(id: number | null) {
    if (!find(id)) return erased;
    const own = terms.filter(({ user_id }) => user_id === id).map(({ code }) => titles.get(code));
    return { title: own.filter(Boolean).join(', ') || 'Врач', place: '' };
  }
  return {
    full,
    as: (authorship: Authorship, id: number | null) => ({
      ...(authorship === 'named' ? full(id) : bySpeciality(id)),
      authorship,
    }),
    isVerified(id: number | null): boolean {
      const user = find(id);
      return user !== undefined && (user.type !== 'doctor' || user.verified_at !== null);
    },
  };
}

const erased = { title: erasedAuthor, place: '' };
