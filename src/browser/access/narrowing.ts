import { portalDay } from '#domain/dates.ts';
import {
  evaluateRules,
  isAboutMedicine,
  describeEntitlement,
  type EntitlementAnswer,
  type Mark,
  type EntitlementRule,
} from '#domain/entitlements.ts';

/** A rule as it stands on the page. */
type Shown = EntitlementRule & { place: HTMLElement };

/**
 * Answers who pays for an age and a region by the rules that stand on the page. What is chosen stays on the page: it is
 * neither sent nor kept.
 */
export function narrowAccess(fieldset: HTMLElement): void {
  const fields = fieldset as HTMLFieldSetElement;
  const regions = fields.elements.namedItem('region') as HTMLSelectElement;
  const age = fields.elements.namedItem('age') as HTMLInputElement;
  const said = fields.querySelector<HTMLElement>('[role=status]');
  const field = fields.elements.namedItem('query') as HTMLInputElement | null;
  let disease = field ? undefined : (JSON.parse(fields.dataset['disease'] ?? '{}') as Disease);
  const rules = [...document.querySelectorAll<HTMLElement>('[data-rule]')].map((place): Shown => {
    const rule = JSON.parse(place.dataset['rule'] ?? '{}') as EntitlementRule;
    return { ...rule, diseases: rule.diseases ?? [], subjects: rule.subjects ?? [], place };
  });
  fields.addEventListener('input', ({ target }) => target !== field && show());
  fields.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(field?.value.trim() ?? '');
  });
  if (disease) show();
  void getData<{ id: string; value: string }[]>('/api/dict/subject').then(
    (subjects) => regions.append(...subjects.map(({ id, value }) => new Option(value, id))),
    // Without the list of regions the age still narrows.
    () => undefined,
  );

  async function ask(query: string): Promise<void> {
    disease = undefined;
    said?.replaceChildren(element('p', query ? 'Ищем…' : 'Напишите название болезни.'));
    if (!query) return;
    try {
      disease = await findDisease(query);
      if (disease) show();
      else said?.replaceChildren(...unknown(query));
    } catch {
      said?.replaceChildren(element('p', 'Сервер не отвечает. Повторите через минуту.'));
    }
  }

  function show(): void {
    if (!disease) return;
    const years = age.value === '' || !age.checkValidity() ? undefined : Number(age.value);
    const subject = regions.value || undefined;
    const region = subject && (regions.selectedOptions[0]?.textContent ?? undefined);
    const day = portalDay(new Date());
    const answer = evaluateRules({ disease, age: years, subject, day }, rules);
    for (const { rule } of answer.applies) remark(rule.place, 'yes', []);
    for (const { rule, reasons } of answer.maybe) remark(rule.place, 'maybe', reasons);
    for (const { rule, reasons } of answer.not) remark(rule.place, 'no', reasons);
    said?.replaceChildren(
      ...(disease.title ? [link(`/deseases/${disease.id}/#access`, disease.title)] : []),
      ...(years === undefined && !region && !field ? [] : answered(answer, { age: years, region })),
      small('Возраст и регион никуда не отправляются.'),
    );
  }
}

interface Disease {
  id: number;
  lists: Mark[];
  /** Where the question names the disease. */
  title?: string;
}

/** The best match of a disease's name, with its lists. Throws on a failed request. */
async function findDisease(query: string): Promise<Disease | undefined> {
  const { match, items } = await getData<{ match: string; items: { id: number }[] }>(
    `/api/search?kind=disease&query=${encodeURIComponent(query)}`,
  );
  // A name that only looks alike would answer for another disease.
  const found = match === 'similar' ? undefined : items[0];
  return found && (await getData<Disease>(`/api/diseases/${found.id}`));
}

async function getData<Data>(address: string): Promise<Data> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return ((await answer.json()) as { data: Data }).data;
}

const unknown = (query: string) => [
  element('p', `Болезни «${query}» в каталоге нет.`),
  link(`/search/?query=${encodeURIComponent(query)}`, 'Искать по всему каталогу'),
];

function link(href: string, text: string): HTMLElement {
  return Object.assign(document.createElement('a'), { href, textContent: text });
}

/** The sentence, what to do by the first rule that holds, and what is not known. */
function answered(
  answer: EntitlementAnswer<Shown>,
  asked: { age?: number | undefined; region?: string | undefined },
): HTMLElement[] {
  const sentence = element('p', describeEntitlement(answer, asked));
  sentence.className = 'access-answer';
  const first =
    answer.applies.find(({ rule }) => rule.place.querySelector('.access-steps')) ??
    answer.applies.find(({ rule }) => !rule.everyone && isAboutMedicine(rule));
  const page = first?.rule.place.querySelector<HTMLAnchorElement>('th a');
  const steps = first?.rule.place.querySelector('.access-steps ol')?.cloneNode(true) as
    | HTMLElement
    | undefined;
  const act = first?.rule.place.querySelector('.access-facts')?.cloneNode(true) as HTMLElement | undefined;
  const region = answer.unknown.find(({ code }) => code === 'region');
  return [
    sentence,
    ...(steps ? [element('p', 'Что сделать:'), steps] : []),
    ...(act ? [act] : []),
    ...(page ? [link(page.href, 'Что сделать и по какому акту')] : []),
    ...(region ? [small(region.text)] : []),
  ];
}

function remark(place: HTMLElement, fits: 'yes' | 'maybe' | 'no', reasons: readonly string[]): void {
  place.dataset['fits'] = fits;
  place.querySelector('.access-remark')?.remove();
  if (fits !== 'no') return;
  const note = element('p', '');
  note.className = 'access-remark';
  note.append(element('b', reasons.join(' ')));
  (place.querySelector('h3, th a') ?? place.lastElementChild)?.after(note);
}

function element(name: string, text: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: text });
}

const small = (text: string) => Object.assign(element('p', text), { className: 'small muted' });
