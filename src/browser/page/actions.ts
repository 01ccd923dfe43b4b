import { importOrReload } from '#stores/importOrReload.ts';

/**
 * Copying, sharing, printing and the sources of facts, by elements that say in their attributes what to do:
 * `data-copy="355"`, `data-do="print"`, `href="#source-3"`. Results are announced to screen readers
 * through the page's status region. `registry` is the address of the script that knows the islands.
 */
export function act(pressed: HTMLElement, registry: string): void {
  const { copy, do: action, sort } = pressed.dataset;
  if (copy !== undefined) void copied(copy, pressed, `Скопировано: ${copy}`);
  else if (action === 'print') window.print();
  else if (action === 'print-card') printCard('card');
  else if (action === 'share') shareFrom(pressed);
  else if (action === 'save') void keepPage(pressed, registry);
  else if (sort !== undefined) sortTable(pressed, sort);
  else showSource(pressed as HTMLAnchorElement);
}

/** Prints one part of the page on a sheet of its own: the style sheet of that part says how. */
function printCard(name: string): void {
  const { dataset } = document.documentElement;
  dataset['print'] = name;
  addEventListener('afterprint', () => delete dataset['print'], { once: true });
  window.print();
}

function shareFrom(button: HTMLElement): void {
  const address = location.origin + location.pathname;
  if ('share' in navigator)
    // Closing the system's sheet is no failure.
    navigator.share({ title: document.title, url: address }).catch(() => {});
  else void copied(address, button, 'Ссылка скопирована');
}

/** Keeps the published page, not what was made of it here; says so beside the button, with the way to the list. */
async function keepPage(button: HTMLElement, registry: string): Promise<void> {
  button.ariaBusy = 'true';
  const said = document.querySelector('.kept') ?? document.createElement('p');
  said.className = 'kept';
  said.role = 'status';
  button.parentElement?.after(said);
  let reason = 'часть страницы не загрузилась, обновите её и повторите';
  try {
    const { savePage, savedPath } = await importOrReload(() => import('../saved/save.ts'));
    reason = 'браузер не даёт места или запрещает хранить страницы';
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    await savePage(new URL(canonical?.href ?? location.href).pathname, registry);
    const list = Object.assign(document.createElement('a'), {
      href: savedPath,
      textContent: 'Все сохранённые страницы',
    });
    said.replaceChildren('Сохранено: страница откроется и без сети. ', list);
  } catch {
    said.textContent = `Не удалось сохранить: ${navigator.onLine ? reason : 'нет соединения'}.`;
  }
  button.ariaBusy = null;
}

const places = new WeakMap<Element, number>();
const collator = new Intl.Collator('ru');

/** Sorts the rows of a table by their first cell, or back into the order in which they came; pressed twice, the other way round. */
function sortTable(button: HTMLElement, by: string): void {
  const heading = button.closest('th');
  const body = button.closest('table')?.tBodies[0];
  if (!heading || !body) return;
  const rows = [...body.rows];
  for (const [place, row] of rows.entries()) if (!places.has(row)) places.set(row, place);
  const isBack = heading.ariaSort === (by === 'name' ? 'ascending' : 'descending');
  const nameOf = (row: HTMLTableRowElement) => (row.cells[0]?.textContent ?? '').replace(/^[\s≈]+/, '');
  rows.sort((a, b) =>
    by === 'name' ? collator.compare(nameOf(a), nameOf(b)) : (places.get(a) ?? 0) - (places.get(b) ?? 0),
  );
  body.append(...(isBack ? rows.toReversed() : rows));
  for (const other of heading.parentElement?.children ?? []) other.removeAttribute('aria-sort');
  heading.ariaSort = (by === 'name') !== isBack ? 'ascending' : 'descending';
}

async function copied(text: string, button: HTMLElement, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without permission the reader copies by hand: the text is on the page.
    return;
  }
  button.dataset['copied'] = '';
  const status = document.querySelector('.notices [role=status]');
  const note = document.createElement('p');
  note.className = 'visually-hidden';
  note.textContent = said;
  status?.append(note);
  setTimeout(() => {
    delete button.dataset['copied'];
    note.remove();
  }, 2000);
}

let popover: HTMLElement | undefined;

/** The source beside its number; the number stays a link to the list, which is one more press away. */
function showSource(link: HTMLAnchorElement): void {
  const source = document.getElementById(link.hash.slice(1));
  if (!source) return;
  popover ??= Object.assign(document.createElement('aside'), { className: 'source-note', tabIndex: -1 });
  popover.popover = 'auto';
  popover.ariaLabel = link.ariaLabel ?? link.textContent;
  const list = Object.assign(document.createElement('a'), {
    href: link.hash,
    textContent: 'К списку источников',
    className: 'block above-4 text-3',
  });
  list.addEventListener('click', () => popover?.hidePopover());
  popover.replaceChildren(...[...source.childNodes].map((node) => node.cloneNode(true)), list);
  // Beside the number in the document, so that Tab goes from one to the other.
  link.closest('.citation')?.after(popover);
  popover.showPopover();
  putBeside(popover, link);
  popover.focus();
}

function putBeside(note: HTMLElement, link: HTMLElement): void {
  const at = link.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = note;
  const room = document.documentElement.clientWidth - width - 8;
  const isBelow = at.bottom + height + 8 < innerHeight;
  note.style.left = `${Math.max(8, Math.min(at.left, room)) + scrollX}px`;
  note.style.top = `${(isBelow ? at.bottom + 4 : Math.max(8, at.top - height - 4)) + scrollY}px`;
}
