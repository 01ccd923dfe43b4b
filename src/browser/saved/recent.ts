import { forgetVisits, visits } from '../page/recent.ts';

/** Shows what this browser has shown last, with the way to forget it. */
export function showRecent(region: HTMLElement): void {
  const found = visits();
  const status = region.querySelector<HTMLElement>('[role=status]')!;
  status.textContent = found.length > 0 ? '' : 'Вы пока не открывали записей, или список очищен.';
  region.querySelector('ul')!.replaceChildren(
    ...found.map(({ path, title }) => {
      const line = document.createElement('li');
      line.append(Object.assign(document.createElement('a'), { href: path, textContent: title }));
      return line;
    }),
  );
  const forget = region.querySelector('button')!;
  forget.hidden = found.length === 0;
  const clear = () => {
    forgetVisits();
    showRecent(region);
    status.focus();
  };
  if (found.length > 0) forget.addEventListener('click', clear, { once: true });
}
