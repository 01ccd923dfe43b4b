/** Marks in the contents the section that is being read: the last one whose top has passed the head of the page. */
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
