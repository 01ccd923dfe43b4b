/**
 * The buttons of a detail page and the numbers of its sources. What they do is loaded when one is pressed, and what
 * marks the current section when the reader first scrolls: a page that is only read stays light.
 */
document.addEventListener('click', (event) => {
  const pressed = (event.target as Element).closest<HTMLElement>(
    '[data-copy],[data-do],[data-sort],.citation a',
  );
  if (!pressed) return;
  // Without popovers, or when the script does not come, the number is a link to the list of sources.
  const { hash } = pressed as HTMLAnchorElement;
  if (hash && !('popover' in pressed)) return;
  event.preventDefault();
  import('./deeds.ts').then(
    ({ act }) => act(pressed),
    () => hash && (location.hash = hash),
  );
});

document
  .querySelector<HTMLFieldSetElement>('.access-for')
  ?.addEventListener(
    'focusin',
    ({ currentTarget }) =>
      void import('#islands/access/narrowing.ts').then(({ narrowAccess }) =>
        narrowAccess(currentTarget as HTMLFieldSetElement),
      ),
    { once: true },
  );

if (document.querySelector('[data-until]'))
  void import('#islands/access/over.ts').then(({ hideOver }) => hideOver());

addEventListener(
  'scroll',
  () => void import('./currentSection.ts').then(({ markCurrentSection }) => markCurrentSection()),
  { once: true },
);
