import { getCards, todayAgainst, type CardFor } from '#data/catalogue.ts';
import { projectBadges, type Badge } from '#domain/badges.ts';
import { formatStatus } from '#domain/study.ts';
import { projectStatus } from '#domain/vocabularies.ts';

/** State of a project: that of its study in the registry, else its own. */
export function projectState({
  status,
  status_checked_at,
  study = [],
}: Pick<CardFor<'project'>, 'status' | 'status_checked_at' | 'study'>):
  | (Badge & { text: string })
  | undefined {
  const [registered] = getCards('research', study.slice(0, 1));
  if (registered?.status) return formatStatus(registered, todayAgainst);
  if (status && status_checked_at)
    return formatStatus({ status: status === 'planned' ? 'soon' : status, status_checked_at }, todayAgainst);
  return status && { ...projectBadges[status], text: projectStatus[status] };
}
