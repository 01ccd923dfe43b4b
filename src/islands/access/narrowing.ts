import {
  evaluateRules,
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
export async function narrowAccess(fieldset: HTMLElement): Promise<void> {
  const fields = fieldset as HTMLFieldSetElement;
  const regions = fields.elements.namedItem('region') as HTMLSelectElement;
  const age = fields.elements.namedItem('age') as HTMLInputElement;
  const said = fields.querySelector<HTMLElement>('[role=status]');
  const disease = JSON.parse(fields.dataset['disease'] ?? '{}') as { id: number; lists: Mark[] };
  const rules = [...document.querySelectorAll<HTMLElement>('[data-rule]')].map((place): Shown => {
    const rule = JSON.parse(place.dataset['rule'] ?? '{}') as EntitlementRule;
    return { ...rule, diseases: rule.diseases ?? [], subjects: rule.subjects ?? [], place };
  });
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
    const subject = regions.value || undefined;
    const region = subject && (regions.selectedOptions[0]?.textContent ?? undefined);
    const day = new Date().toISOString().slice(0, 10);
    const answer = evaluateRules({ disease, age: years, subject, day }, rules);
    for (const { rule } of answer.applies) remark(rule.place, 'yes', []);
    for (const { rule, reasons } of answer.maybe) remark(rule.place, 'maybe', reasons);
    for (const { rule, reasons } of answer.not) remark(rule.place, 'no', reasons);
    said?.replaceChildren(
      ...(years === undefined && !region ? [] : answered(answer, { age: years, region })),
      small('Возраст и регион никуда не отправляются.'),
    );
  }
}

/** The sentence, what to do by the first rule that holds, and what is not known. */
function answered(
  answer: EntitlementAnswer<Shown>,
  asked: { age?: number | undefined; region?: string | undefined },
): HTMLElement[] {
  const sentence = element('p', describeEntitlement(answer, asked));
  sentence.className = 'access-answer';
  const first = answer.applies.find(({ rule }) => rule.place.querySelector('.access-steps'));
  const steps = first?.rule.place.querySelector('.access-steps ol')?.cloneNode(true) as
    | HTMLElement
    | undefined;
  const act = first?.rule.place.querySelector('.access-facts')?.cloneNode(true) as HTMLElement | undefined;
  const region = answer.unknown.find(({ code }) => code === 'region');
  return [
    sentence,
    ...(steps ? [element('p', 'Что сделать:'), steps] : []),
    ...(act ? [act] : []),
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
  (place.querySelector('h3') ?? place.lastElementChild)?.after(note);
}

function element(name: string, text: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: text });
}

const small = (text: string) => Object.assign(element('p', text), { className: 'small muted' });
