import type { FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';

export const draw = (place: HTMLElement, Screen: FunctionComponent) => createRoot(place).render(<Screen />);
