import type { guidelineStatus, projectStatus, registrationState, researchStatus } from './vocabularies.ts';
import type { IconName } from './icons.ts';

/** Appearance of a state: an icon with text, never colour alone. */
export interface Badge {
  icon: IconName;
  tone: 'ok' | 'info' | 'warn' | 'err' | 'brand' | 'rare' | undefined;
}

export const researchBadges: Record<keyof typeof researchStatus, Badge> = {
  recruiting: { icon: 'circle-check', tone: 'ok' },
  soon: { icon: 'clock', tone: 'info' },
  invitation: { icon: 'mail', tone: 'info' },
  active: { icon: 'player-play', tone: 'info' },
  suspended: { icon: 'alert-triangle', tone: 'warn' },
  completed: { icon: 'square-check', tone: undefined },
  terminated: { icon: 'hand-stop', tone: 'err' },
  withdrawn: { icon: 'x', tone: 'err' },
  unknown: { icon: 'info-circle', tone: undefined },
};

export const registrationBadges: Record<keyof typeof registrationState, Badge> = {
  registered: { icon: 'circle-check', tone: 'ok' },
  'not-registered': { icon: 'x', tone: 'warn' },
  expired: { icon: 'hand-stop', tone: 'err' },
  unknown: { icon: 'info-circle', tone: undefined },
};

export const projectBadges: Record<keyof typeof projectStatus, Badge> = {
  planned: { icon: 'clock', tone: 'info' },
  recruiting: { icon: 'circle-check', tone: 'ok' },
  active: { icon: 'player-play', tone: 'info' },
  completed: { icon: 'square-check', tone: undefined },
};

export const guidelineBadges: Record<keyof typeof guidelineStatus, Badge> = {
  'in-force': { icon: 'circle-check', tone: 'ok' },
  expired: { icon: 'hand-stop', tone: 'err' },
  unknown: { icon: 'info-circle', tone: undefined },
};
