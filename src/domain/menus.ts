import { kindsByName, type Kind } from './kinds/index.ts';

const { disease, drug, research, clinic, event, news, project, diagnostic, resource } = kindsByName;
const cases = kindsByName.case;

/** The three menus of the specification in their order; what they lack the footer has (ruling G8). */
export const desktopMenu: readonly Kind[] = [disease, drug, research, cases, clinic, project];
export const mobileMenu: readonly Kind[] = [disease, drug, research, event, clinic, project, news];
export const siteMap: readonly Kind[] = [
  disease,
  drug,
  research,
  clinic,
  diagnostic,
  project,
  event,
  news,
  resource,
];

/** 'page' on the list itself, 'true' on everything below it. */
export function currentSection(kind: Kind, pathname: string): 'page' | 'true' | undefined {
  if (pathname === kind.path) return 'page';
  return pathname.startsWith(kind.path) ? 'true' : undefined;
}
