/** Ways to hear of a page's record: by letter, which needs an account, by a feed and by a calendar, which need none. */
export function offerWays(button: HTMLElement, byLetter: () => void): void {
  const menu = Object.assign(document.createElement('div'), {
    className: 'citing',
    ariaLabel: 'Как следить',
  });
  menu.role = 'dialog';
  menu.popover = 'auto';
  const letter = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button',
    textContent: 'Письмом, после входа',
    onclick: () => {
      menu.hidePopover();
      byLetter();
    },
  });
  letter.dataset['size'] = 'small';
  const words = document.createElement('p');
  words.textContent = 'Лента и календарь работают без регистрации.';
  const list = document.createElement('ul');
  for (const { href, textContent } of ways()) {
    const line = document.createElement('li');
    line.append(Object.assign(document.createElement('a'), { href, textContent }));
    list.append(line);
  }
  menu.append(letter, ...(list.childElementCount > 0 ? [words, list] : []));
  menu.addEventListener('toggle', (event) => {
    if (event.newState === 'closed') menu.remove();
  });
  button.after(menu);
  menu.showPopover();
  letter.focus();
}

/** The links of the page itself, as its foot has them. */
const ways = () => document.querySelectorAll<HTMLAnchorElement>('.feeds a');
