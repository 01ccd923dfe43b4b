import type { UserType } from '#contract/account.ts';
import type { FiledApplication } from '#contract/administration.ts';
import type { UserRow } from '../database/tables.ts';

/** Personal fields that editors see, as named in the record of reads. */
export const personFields = ['email', 'last_name', 'name', 'second_name', 'city', 'work'] as const;

/** A person for those who decide about them. */
export const showPerson = (user: UserRow): FiledApplication['user'] => ({
  id: user.id,
  type: user.type as UserType,
  family: user.is_family === 1,
  email: user.email,
  last_name: user.last_name,
  name: user.name,
  second_name: user.second_name,
  verified: user.verified_at !== null,
  city: user.city,
  work: user.type === 'patient' ? user.company : user.med,
});
