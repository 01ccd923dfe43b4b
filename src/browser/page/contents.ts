/** Marks in the contents the section that is being read: the last one whose top has passed the head of the page; the sheet of contents closes after a choice. */
export function markCurrentSection(contents: HTMLElement): void {
  const links = new Map<Element, Element>();
  for (const link of contents.querySelectorAll<HTMLAnchorElement>('.contents-text a')) {
    const section = document.getElementById(link.hash.slice(1));
    if (section) links.set(section, link);
  }
  const sections = [...links.keys()];

  function mark(): void {
    const current = sections.findLast((section) => section.getBoundingClientRect().top < 140) ?? sections[0];
    for (const [section, link] of links)
      if (section === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
  }

  const close = () => {
    // The focus stays with what was chosen instead of going back to the button of the bar.
    (document.activeElement as HTMLElement | null)?.blur();
    contents.hidePopover();
  };
  if ('popover' in contents) {
    contents.addEventListener('click', ({ target }) => (target as Element).closest('a') && close());
    // Where a choice was made before this script came.
    if (location.hash && contents.matches(':popover-open')) close();
  }

  openTarget();
  addEventListener('hashchange', openTarget);

  let isWaiting = false;
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}

/** Opens the fold that the address names, or that holds what it names, or the only one of a section. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  const folds = target?.querySelectorAll(':scope > details') ?? [];
  const fold = target?.closest('details') ?? (folds.length === 1 ? folds[0] : undefined);
  if (fold instanceof HTMLDetailsElement) fold.open = true;
}
