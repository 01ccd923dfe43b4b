import type { IconName } from '#domain/icons.ts';

/** One icon of domain/icons.ts in the colour of the text around it; with a label it stands for itself. */
export function Icon({ name, label }: { name: IconName; label?: string }) {
  return <i className={`icon icon-${name}`} {...(label ? { role: 'img', 'aria-label': label } : {})} />;
}
