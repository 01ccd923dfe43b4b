import { renderIsland } from '../renderIsland.tsx';
import { Frame } from './Frame.tsx';

/** Runs once, see ./start.ts. */
export function drawFrame(): void {
  const place = document.createElement('div');
  document.body.append(place);
  renderIsland(place, <Frame />);
}
