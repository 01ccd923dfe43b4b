import { passwordProblem } from '#contract/forms/password.ts';
import type { UserRow } from '../database/tables.ts';
import { Refusal } from '../refusal.ts';
import { leastPassword } from './users.ts';

/** Rules that depend on whose password it is (ruling G54). */
export function checkPassword(password: string, user: Pick<UserRow, 'type' | 'email'>): void {
  const problem = passwordProblem(password, { email: user.email, least: leastPassword(user.type) });
  if (problem) throw new Refusal(400, problem, 'password');
}
