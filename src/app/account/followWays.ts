/** Ways to follow a record: by letter with an account, by feed and calendar without one. */
export function offerWays(button: HTMLElement, byLetter: (dialog: 'login' | 'family-form') => void): void {
  const menu = Object.assign(document.createElement('div'), {
    className: 'citing',
    ariaLabel: 'Как следить',
  });
  menu.role = 'dialog';
  menu.popover = 'auto';
  const way = (textContent: string, dialog: 'login' | 'family-form', variant?: string) => {
    const made = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'button',
      textContent,
      onclick: () => {
        menu.hidePopover();
        byLetter(dialog);
      },
    });
    made.dataset['size'] = 'small';
    if (variant) made.dataset['variant'] = variant;
    return made;
  };
  const letter = way('Письмом: нужен только адрес почты', 'family-form');
  const words = document.createElement('p');
  words.textContent = 'Лента и календарь работают без регистрации.';
  const list = document.createElement('ul');
  for (const { href, textContent } of ways()) {
    const line = document.createElement('li');
    line.append(Object.assign(document.createElement('a'), { href, textContent }));
    list.append(line);
  }
  menu.append(
    letter,
    way('У меня есть учётная запись', 'login', 'secondary'),
    ...(list.childElementCount > 0 ? [words, list] : []),
  );
  menu.addEventListener('toggle', (event) => {
    if (event.newState === 'closed') menu.remove();
  });
  button.after(menu);
  menu.showPopover();
  letter.focus();
}

/** The links of the page itself, as its foot has them. */
const ways = () => document.querySelectorAll<HTMLAnchorElement>('.feeds a');
