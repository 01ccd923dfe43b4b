import { escapeHtml } from './html.ts';

/** A published page with a form, told what was wrong with it: it needs no scripts, and looks as the site does. */
export interface Told {
  /** The heading of what is wrong. */
  title: string;
  problems: readonly { message: string; field?: string | undefined }[];
  /** What was typed, without secrets. */
  typed: Readonly<Record<string, string>>;
  /** Something good to say above the form. */
  done?: string;
  /** The page of this site that is wanted afterwards (ruling G6): another try does not forget it. */
  next?: string | undefined;
}

/**
 * Fills the form of `action` in a page that our own kit has drawn: each field is an `<input>` with its name inside a
 * `.field`, a password inside a `.password` of it.
 */
export function fillForm(page: string, action: string, { title, problems, typed, done, next }: Told): string {
  const start = page.indexOf(` action="${action}"`);
  const opening = page.indexOf('>', start) + 1;
  const end = page.indexOf('</form>', opening);
  if (start === -1 || end === -1) return page;
  const errors = new Map(
    problems.flatMap(({ field, message }) => (field ? [[field, message] as const] : [])),
  );
  let form = page.slice(opening, end);
  for (const [name, value] of Object.entries(typed)) form = withValue(form, name, value);
  const marked = new Map<string, string>();
  for (const [name, message] of errors) {
    const found = withError(form, name, message);
    if (found) marked.set(name, found.id);
    form = found?.form ?? form;
  }
  const said =
    (done ? `<p class="form-done" role="status">${escapeHtml(done)}</p>` : '') +
    (problems.length > 0 ? summaryOf(title, problems, marked) : '');
  const head = page.slice(0, opening);
  const aimed = next
    ? head.slice(0, start) +
      head.slice(start).replace(action, () => `${action}?next=${encodeURIComponent(next)}`)
    : head;
  return aimed + said + form + page.slice(end);
}

function summaryOf(title: string, problems: Told['problems'], ids: ReadonlyMap<string, string>): string {
  const lines = problems.map(({ message, field }) => {
    const id = field && ids.get(field);
    const text = escapeHtml(message);
    return `<li>${id ? `<a href="#${id}">${text}</a>` : text}</li>`;
  });
  return (
    '<div class="error-summary" role="alert" aria-labelledby="form-problems">' +
    `<p class="error-summary-title" id="form-problems">${escapeHtml(title)}</p><ul>${lines.join('')}</ul></div>`
  );
}

const inputNamed = (name: string) =>
  new RegExp(`<input\\b[^>]*\\bname="${name.replace(/\W/g, '')}"[^>]*?/?>`);

function withValue(form: string, name: string, value: string): string {
  return form.replace(inputNamed(name), (input) => {
    const bare = input.replace(/ (value="[^"]*"|data-code(="[^"]*")?)/, '').replace(/ ?\/?>$/, '');
    return `${bare} value="${escapeHtml(value)}">`;
  });
}

function withError(form: string, name: string, message: string): { form: string; id: string } | undefined {
  const found = inputNamed(name).exec(form);
  const id = / id="([\w-]+)"/.exec(found?.[0] ?? '')?.[1];
  if (!found || !id) return undefined;
  // A hint goes on being read beside the error.
  const hint = / aria-describedby="([^"]*)"/.exec(found[0])?.[1];
  const described = hint ? `${hint} ${id}-error` : `${id}-error`;
  const input = found[0]
    .replace(/ aria-describedby="[^"]*"/, '')
    .replace(/ ?\/?>$/, ` aria-invalid="true" aria-describedby="${described}">`);
  const before = form.slice(0, found.index);
  let after = form.slice(found.index + found[0].length);
  // The error stands last in its field: after the frame of the password, where there is one.
  let at = after.indexOf('</div>');
  if (before.endsWith('<div class="password">')) at = after.indexOf('</div>', at + 1);
  after = `${after.slice(0, at)}<p class="field-error" id="${id}-error">${escapeHtml(message)}</p>${after.slice(at)}`;
  return { form: before + input + after, id };
}
