/**
 * Copying, sharing and printing by buttons that say in their attributes what to do: `data-copy="355"`,
 * `data-share`, `data-print`. What has happened is told to screen readers through the page's status region.
 */
const copied = async (text: string, button: HTMLElement, said: string) => {
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
};

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLElement>('[data-copy],[data-share],[data-print]');
  if (!button) return;
  const { copy, share, print } = button.dataset;
  if (copy !== undefined) void copied(copy, button, `Скопировано: ${copy}`);
  else if (print !== undefined) window.print();
  else if (share !== undefined) {
    const address = location.origin + location.pathname;
    if ('share' in navigator)
      // Closing the system's sheet is no failure.
      navigator.share({ title: document.title, url: address }).catch(() => {});
    else void copied(address, button, 'Ссылка скопирована');
  }
});
