/** The switches of the first row: the theme, remembered by this browser only, and the low-sight version. */
const root = document.documentElement;

const loadPanel = () => import('#islands/sight/panel.ts');

export function startPreferences(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('[data-theme-switch]')) switchTheme();
    if (target.closest('[data-sight-switch]')) {
      event.preventDefault();
      void loadPanel().then(({ openPanel }) => openPanel());
    }
  });
  if (root.dataset['pictures'] === 'captions') void loadPanel().then(({ showCaptions }) => showCaptions());
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
