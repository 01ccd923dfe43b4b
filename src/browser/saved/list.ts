import { formatBytes } from '#domain/bytes.ts';
import { counted } from '#domain/plural.ts';
import { listSaved, removeSaved } from './store.ts';

const day = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Shows what is kept, with its size and the way to take it away. */
export async function showSaved(region: HTMLElement): Promise<void> {
  const status = region.querySelector('[role=status]')!;
  const list = region.querySelector('ul')!;
  if (!('caches' in globalThis)) {
    status.textContent = 'Этот браузер не умеет хранить страницы.';
    return;
  }
  const pages = await listSaved();
  const bytes = pages.reduce((sum, { size }) => sum + size, 0);
  status.textContent = pages.length
    ? `${counted(pages.length, ['страница', 'страницы', 'страниц'])}, ${formatBytes(bytes)}`
    : 'Сохранённых страниц нет.';
  list.replaceChildren(
    ...pages.map(({ path, title, at, size }) => {
      const line = document.createElement('li');
      const link = Object.assign(document.createElement('a'), { href: path, textContent: title });
      const about = Object.assign(document.createElement('span'), {
        className: 'row-facts',
        textContent: `Сохранённая версия от ${day.format(at)} · ${formatBytes(size)}`,
      });
      const remove = Object.assign(document.createElement('button'), {
        type: 'button',
        className: 'button',
        textContent: 'Убрать',
        ariaLabel: `Убрать «${title}»`,
      });
      Object.assign(remove.dataset, { variant: 'secondary', size: 'small' });
      remove.addEventListener('click', () => {
        void removeSaved(path)
          .then(() => showSaved(region))
          .then(() => (list.querySelector('button') ?? (status as HTMLElement)).focus());
      });
      line.append(link, about, remove);
      return line;
    }),
  );
}
