import type { Authorship } from '#domain/cases.ts';
import { erasedAuthor } from '#domain/cases.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';

interface Named {
  title: string;
  place: string;
}

/** Names of people for readers of cases, by id. */
interface Names {
  full(id: number | null): Named;
  /** By speciality only. */
  speciality(id: number | null): Named;
  as(authorship: Authorship, id: number | null): Named & { authorship: Authorship };
  isVerified(id: number | null): boolean;
}

export async function namesOf(db: ReadDatabase, given: readonly (number | null)[]): Promise<Names> {
  const ids = [...new Set(given.filter((id) => id !== null))];
  const users =
    ids.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'type', 'last_name', 'name', 'second_name', 'med', 'verified_at'])
          .where('id', 'in', ids)
          .execute();
  const terms =
    ids.length === 0
      ? []
      : await db
          .selectFrom('user_terms')
          .select(['user_id', 'code'])
          .where('vocabulary', '=', 'specialization')
          .where('user_id', 'in', ids)
          .orderBy('code')
          .execute();
  const titles = await termTitles(db, 'specialization');
  const byId = new Map(users.map((user) => [user.id, user]));
  const erased = { title: erasedAuthor, place: '' };

  const names: Names = {
    full(id) {
      const user = id === null ? undefined : byId.get(id);
      if (!user) return erased;
      const parts = [
        user.last_name,
        user.name,
        /^[-–—]$/.test(user.second_name ?? '') ? '' : user.second_name,
      ];
      return { title: parts.filter(Boolean).join(' ') || 'Врач', place: user.med ?? '' };
    },
    speciality(id) {
      const user = id === null ? undefined : byId.get(id);
      if (!user) return erased;
      const own = terms.filter(({ user_id }) => user_id === user.id).map(({ code }) => titles.get(code));
      return { title: own.filter(Boolean).join(', ') || 'Врач', place: '' };
    },
    as: (authorship, id) => ({
      ...(authorship === 'named' ? names.full(id) : names.speciality(id)),
      authorship,
    }),
    isVerified(id) {
      const user = id === null ? undefined : byId.get(id);
      return user !== undefined && (user.type !== 'doctor' || user.verified_at !== null);
    },
  };
  return names;
}
