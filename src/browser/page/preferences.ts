/** The switches of the first row: the theme, remembered by this browser only, and pictures as the low-vision version has them. */
import { begin } from '../loader.ts';

const root = document.documentElement;

export function startPreferences(): void {
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-theme-switch]')) switchTheme();
  });
  if (root.dataset['pictures'] === 'captions') void begin('page/captions');
}

function switchTheme(): void {
  const theme = getComputedStyle(root).colorScheme === 'dark' ? 'light' : 'dark';
  root.dataset['theme'] = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // A browser may forbid storage; the switch then holds for this page.
  }
}
