/** The switches of the first row: the theme and the low-sight version. Remembered by this browser only. */
const root = document.documentElement;

export function startPreferences(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-theme-switch]')) switchTheme();
    if (target.closest('[data-sight-switch]')) switchSight();
  });
  showSight();
}

function switchTheme(): void {
  const theme = getComputedStyle(root).colorScheme === 'dark' ? 'light' : 'dark';
  root.dataset['theme'] = theme;
  remember('theme', theme);
}

/** Black on white at twice the size; `layouts/preference.ts` reads what is remembered here. */
function switchSight(): void {
  if (root.dataset['sight']) {
    delete root.dataset['sight'];
    delete root.dataset['text'];
    remember('sight', undefined);
  } else {
    root.dataset['sight'] = 'black-on-white';
    root.dataset['text'] = '200';
    remember('sight', 'black-on-white 200');
  }
  showSight();
}

function showSight(): void {
  for (const button of document.querySelectorAll('[data-sight-switch]'))
    button.setAttribute('aria-pressed', String('sight' in root.dataset));
}

/** A browser may forbid storage; the switch then holds for this page. */
function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nothing to do: the choice is already shown.
  }
}
