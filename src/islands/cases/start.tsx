import type { FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { adopt } from '#ui/adopt.ts';
import { watchPastes } from '../paste/intoFields.ts';
import css from './cases.css?inline';
import { Gate, type CasesAudience } from './Gate.tsx';

adopt(css);

/** Draws a screen in its place, once it is known who reads. */
export function openCases(
  place: HTMLElement,
  load: () => Promise<FunctionComponent>,
  audience: CasesAudience,
): void {
  watchPastes();
  createRoot(place).render(<Gate load={load} audience={audience} />);
}
