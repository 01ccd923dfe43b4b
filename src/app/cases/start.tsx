import type { FunctionComponent } from 'react';
import { injectStyles } from '#ui/injectStyles.ts';
import { renderIsland } from '../lib/renderIsland.tsx';
import { watchPastes } from '../rich-text/paste/intoFields.ts';
import css from './cases.css?inline';
import { RequireRole, type CasesAudience } from './RequireRole.tsx';

injectStyles(css);

/** Draws a screen in its place, once it is known who reads. */
export function openCases(
  place: HTMLElement,
  load: () => Promise<FunctionComponent>,
  audience: CasesAudience,
): void {
  watchPastes();
  renderIsland(place, <RequireRole load={load} audience={audience} />);
}
