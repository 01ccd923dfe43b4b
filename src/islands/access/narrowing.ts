import { fitsAge } from '#domain/access.ts';

/** Narrows the access passport to an age and a region. What is chosen stays on the page: it is neither sent nor kept. */
export async function narrowAccess(fields: HTMLFieldSetElement): Promise<void> {
  const regions = fields.elements.namedItem('region') as HTMLSelectElement;
  const age = fields.elements.namedItem('age') as HTMLInputElement;
  const said = fields.querySelector('[role=status]');
  const marks = [...document.querySelectorAll<HTMLElement>('.access > li')];
  fields.addEventListener('input', show);
  show();
  try {
    const answer = await fetch('/api/dict/subject');
    const { data } = (await answer.json()) as { data: { id: string; value: string }[] };
    regions.append(...data.map(({ id, value }) => new Option(value, id)));
  } catch {
    // Without the list of regions the age still narrows.
  }

  function show(): void {
    const years = age.value === '' || !age.checkValidity() ? undefined : Number(age.value);
    const region = regions.value ? regions.selectedOptions[0]?.textContent : undefined;
    let fitting = 0;
    for (const mark of marks) {
      const { from, to, regional } = mark.dataset;
      const bound = (text: string | undefined) => (text === undefined ? undefined : Number(text));
      const fits = years === undefined || fitsAge(years, bound(from), bound(to));
      if (fits) fitting += 1;
      mark.dataset['fits'] = fits ? 'yes' : 'no';
      remark(mark, [
        ...(fits ? [] : ['Не для этого возраста.']),
        ...(region && regional !== undefined ? [`Регион: ${region}.`] : []),
      ]);
    }
    if (said)
      said.textContent =
        years === undefined
          ? 'Возраст и регион никуда не отправляются.'
          : `Подходит по возрасту: ${fitting} из ${marks.length}. Возраст и регион никуда не отправляются.`;
  }
}

function remark(mark: HTMLElement, words: string[]): void {
  mark.querySelector('.access-remark')?.remove();
  if (words.length === 0) return;
  const note = document.createElement('p');
  note.className = 'access-remark';
  note.append(Object.assign(document.createElement('b'), { textContent: words.join(' ') }));
  mark.querySelector('h3')?.after(note);
}
