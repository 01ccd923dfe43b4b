// Codes of rare diseases in a form of another site (the page «Коды» has the markup of the form). Answers stand under
// the form as buttons; a click dispatches the event `orpha-code` with { orpha, title, url, codes }. If the request
// fails, the form opens the page of the portal, as it does without this script.
{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const portal = new URL(script.src).origin;
  const systems = { icd10: 'МКБ-10', icd11: 'МКБ-11', omim: 'OMIM' };
  const relations = { exact: 'точно', narrower: 'код шире', broader: 'код уже', unknown: '' };

  /**
   * @typedef {{ system: keyof typeof systems, code: string, relation: keyof typeof relations }} MappedCode
   * @typedef {{ title: string, url: string, orpha: string, codes: MappedCode[] }} Disease
   */

  /** @param {HTMLFormElement} form */
  const enhance = (form) => {
    const found = document.createElement('div');
    found.setAttribute('role', 'status');
    form.after(found);
    let last = 0;
    /** @param {string} q */
    const find = async (q) => {
      const own = ++last;
      found.textContent = 'Ищем…';
      try {
        const answer = await fetch(`${portal}/api/codes?q=${encodeURIComponent(q)}`, {
          credentials: 'omit',
          signal: AbortSignal.timeout(10_000),
        });
        if (!answer.ok) throw new Error(String(answer.status));
        const { data } = /** @type {{ data: { total: number, items: Disease[] } }} */ (await answer.json());
        if (own === last) show(form, found, data);
      } catch {
        // The page of the portal shows the reason.
        if (own === last) form.submit();
      }
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const q = String(new FormData(form).get('q') ?? '').trim();
      if (q !== '') void find(q);
    });
  };

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement} found
   * @param {{ total: number, items: Disease[] }} data
   */
  const show = (form, found, { total, items }) => {
    const list = document.createElement('ul');
    for (const disease of items) {
      const item = document.createElement('li');
      const choose = document.createElement('button');
      choose.type = 'button';
      choose.textContent = `${disease.title}, ORPHA:${disease.orpha}`;
      choose.addEventListener('click', () =>
        form.dispatchEvent(
          new CustomEvent('orpha-code', {
            bubbles: true,
            detail: { ...disease, url: new URL(disease.url, portal).href },
          }),
        ),
      );
      const codes = disease.codes.map(({ system, code, relation }) => {
        const label = relations[relation];
        return `${systems[system]} ${code}${label && ` (${label})`}`;
      });
      item.append(choose, ` ${codes.join('; ')}`);
      list.append(item);
    }
    const left = total - items.length;
    found.replaceChildren(
      total === 0 ? 'В каталоге такого кода или названия нет.' : list,
      left > 0 ? `Ещё болезней: ${left}. Назовите код точнее.` : '',
    );
  };

  for (const form of document.querySelectorAll('form[data-orpha-codes]'))
    enhance(/** @type {HTMLFormElement} */ (form));
}
