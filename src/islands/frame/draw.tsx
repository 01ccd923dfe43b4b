import { createRoot } from 'react-dom/client';
import { Frame } from './Frame.tsx';

/** Runs once, see ./start.ts. */
export function drawFrame(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Frame />);
}
