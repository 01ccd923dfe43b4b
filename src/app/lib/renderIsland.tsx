import type { FunctionComponent, ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** Draws in its place what React draws there. */
export function renderIsland(place: HTMLElement, island: ReactNode): Root {
  const root = createRoot(place);
  root.render(<ErrorBoundary>{island}</ErrorBoundary>);
  return root;
}

export const renderScreen = (place: HTMLElement, Screen: FunctionComponent) =>
  renderIsland(place, <Screen />);
