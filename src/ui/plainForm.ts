import { iconHtml } from '#domain/icons.ts';
import type { FormProblem } from './ErrorSummary.tsx';
import { hintOf, readKeys, switchWords } from './passwordKeys.ts';

/**
 * The fields of the kit, as they stand in a page, brought to life without React: what is wrong is said above the form
 * and at its fields, and passwords can be shown.
 */
export function startPasswords(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('.password-switch')) {
    const input = button.previousElementSibling as HTMLInputElement;
    const label = input.labels?.[0]?.textContent ?? '';
    const hint = button.parentElement?.nextElementSibling;
    button.addEventListener('click', () => {
      const isShown = input.type === 'password';
      input.type = isShown ? 'text' : 'password';
      const { action, name } = switchWords(isShown, label);
      button.ariaLabel = name;
      const [icon, words] = button.children;
      if (icon) icon.className = `icon icon-${isShown ? 'eye-off' : 'eye'}`;
      if (words) words.textContent = action;
    });
    let keys = { isCaps: false, isRussian: false };
    const read = (event: KeyboardEvent) => {
      keys = readKeys(event, keys);
      if (hint && hint.textContent !== hintOf(keys)) hint.textContent = hintOf(keys);
    };
    input.addEventListener('keyup', read);
    input.addEventListener('keydown', read);
  }
}

/** Says what is wrong and takes the focus; without problems all is well again. */
export function showProblems(form: HTMLFormElement, title: string, problems: readonly FormProblem[]): void {
  for (const said of form.querySelectorAll('.error-summary, .field-error')) said.remove();
  for (const input of form.querySelectorAll('[aria-invalid]')) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
  }
  if (problems.length === 0) return;
  const summary = element('div', {
    className: 'error-summary',
    tabIndex: -1,
    role: 'group',
    ariaLabel: title,
  });
  const list = document.createElement('ul');
  for (const { message, field } of problems) {
    const input = field ? document.getElementById(field) : null;
    const line = document.createElement('li');
    if (input && form.contains(input)) {
      line.append(linkTo(input, message));
      sayAt(input, message);
    } else line.textContent = message;
    list.append(line);
  }
  summary.append(element('p', { className: 'ink bold', textContent: title }), list);
  form.prepend(summary);
  summary.focus();
}

function sayAt(input: HTMLElement, message: string): void {
  const id = `${input.id}-error`;
  const error = element('p', { className: 'field-error', id });
  error.innerHTML = iconHtml('alert-circle');
  error.append(message);
  input.closest('.field')?.append(error);
  input.ariaInvalid = 'true';
  input.setAttribute('aria-describedby', id);
}

/** Puts the caret into the field; the address stays as it is, for a hash may open a dialog. */
function linkTo(input: HTMLElement, message: string): HTMLAnchorElement {
  const link = element('a', { href: `#${input.id}`, textContent: message });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    input.focus();
  });
  return link;
}

/** An element with properties: `element('p', { textContent: 'Слово' })`. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
