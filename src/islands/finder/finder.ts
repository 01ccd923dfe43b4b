import {
  chosenIn,
  findSigns,
  hashOf,
  mostSigns,
  suggest,
  type Catalogue,
  type FinderSign,
  type Suggestion,
} from '#domain/finder.ts';
import { counted } from '#domain/plural.ts';
import { lowered } from '#domain/typography.ts';
import { frequency } from '#domain/vocabularies.ts';
import { element } from '../search/dom.ts';

const tests = ['исследование', 'исследования', 'исследований'] as const;
const found = ['признак', 'признака', 'признаков'] as const;
const titles = ['Исследование', 'Болезни с этими признаками', 'Оплата', 'Где делают'] as const;
/** Diseases that are named for a test; the others are counted. */
const named = 3;

/** Brings the finder of tests to life; what is chosen stands in the address and is not sent anywhere. */
export async function startFinder(region: HTMLElement): Promise<void> {
  const field = region.querySelector<HTMLInputElement>('#finder-sign')!;
  const offered = region.querySelector('.finder-found')!;
  const chips = region.querySelector('.finder-chosen')!;
  const said = region.querySelector('[role=status]')!;
  const answer = region.querySelector('.finder-answer')!;
  const catalogue = await load(region.dataset['finder']!);
  if (!catalogue) {
    said.textContent = 'Признаки не загрузились. Проверьте соединение и откройте страницу ещё раз.';
    return;
  }
  let chosen = chosenIn(catalogue, location.hash);

  field.addEventListener('input', () => offer());
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = findSigns(catalogue, field.value).filter((sign) => !chosen.includes(sign));
    if (first !== undefined) choose([...chosen, first]);
  });
  // A link to a test leaves the choice as it is; going back brings the former one.
  addEventListener('popstate', () => {
    if (location.hash !== '' && !location.hash.startsWith('#signs=')) return;
    chosen = chosenIn(catalogue, location.hash);
    show();
  });
  show();
  offer();

  function choose(signs: readonly number[]): void {
    chosen = signs.slice(0, mostSigns);
    history.pushState(null, '', hashOf(catalogue!, chosen) || location.pathname + location.search);
    field.value = '';
    offer();
    show();
    field.focus();
  }

  function offer(): void {
    const signs = findSigns(catalogue!, field.value).filter((sign) => !chosen.includes(sign));
    offered.replaceChildren(
      ...signs.map((sign) => {
        const button = element('button', { type: 'button', class: 'chip' }, wordsOf(catalogue!.signs[sign]!));
        button.addEventListener('click', () => choose([...chosen, sign]));
        return element('li', {}, [button]);
      }),
    );
    if (field.value.trim().length < 2) return;
    said.textContent =
      chosen.length >= mostSigns
        ? `Больше ${counted(mostSigns, ['признака', 'признаков', 'признаков'])} сразу не подобрать: уберите лишние.`
        : signs.length
          ? `Найдено: ${counted(signs.length, found)}. Выберите или нажмите Enter, чтобы взять первый.`
          : `Среди признаков болезней, для которых есть исследования, нет «${field.value.trim()}».`;
  }

  function show(): void {
    chips.replaceChildren(
      ...chosen.map((sign) => {
        const { label } = catalogue!.signs[sign]!;
        const button = element(
          'button',
          { type: 'button', class: 'chip', 'aria-label': `Убрать «${label}»` },
          [...wordsOf(catalogue!.signs[sign]!), element('span', { 'aria-hidden': 'true' }, ['×'])],
        );
        button.addEventListener('click', () => choose(chosen.filter((other) => other !== sign)));
        return element('li', {}, [button]);
      }),
    );
    const suggestions = suggest(catalogue!, chosen);
    said.textContent = chosen.length
      ? suggestions.length
        ? `Подходит: ${counted(suggestions.length, tests)}. Первыми стоят те, чьи болезни объясняют больше признаков.`
        : 'Исследований для болезней с такими признаками в каталоге нет.'
      : '';
    const [first] = suggestions;
    const isLikely = ({ count }: Suggestion) => count * 2 > (first?.count ?? 0);
    const likely = suggestions.filter(isLikely);
    const rest = suggestions.filter((suggestion) => !isLikely(suggestion));
    answer.replaceChildren(
      ...(likely.length ? [tableOf(catalogue!, likely, chosen.length)] : []),
      ...(rest.length
        ? [
            element('details', { class: 'data-more' }, [
              element('summary', {}, [`Ещё ${counted(rest.length, tests)}: признаков объясняют меньше`]),
              tableOf(catalogue!, rest, chosen.length),
            ]),
          ]
        : []),
    );
  }
}

async function load(address: string): Promise<Catalogue | undefined> {
  try {
    const answer = await fetch(address);
    return answer.ok ? ((await answer.json()) as Catalogue) : undefined;
  } catch {
    return undefined;
  }
}

/** The label; an unchecked translation has its sign and the term of HPO beside it. */
const wordsOf = ({ label, english }: FinderSign): (Node | string)[] =>
  english ? [`≈ ${label} `, element('small', { lang: 'en' }, [english])] : [label];

function tableOf(catalogue: Catalogue, suggestions: readonly Suggestion[], asked: number): HTMLElement {
  const { paths } = catalogue;
  const head = element(
    'tr',
    {},
    titles.map((title) => element('th', { scope: 'col' }, [title])),
  );
  const rows = suggestions.map(({ test, own, diseases }) => {
    const facts = [test.method, test.material].filter(Boolean).join(' · ');
    const free = test.free === undefined ? 'нет данных' : test.free ? 'бесплатно' : 'платно';
    const clinics = test.clinics.map(({ id, title }) =>
      element('li', {}, [element('a', { href: `${paths.clinic}${id}/` }, [title])]),
    );
    return element('tr', {}, [
      element('th', { scope: 'row' }, [
        element('a', { href: `${paths.diagnostic}#diagnostic-${test.id}` }, [test.title]),
        ...(facts ? [element('small', {}, [facts])] : []),
      ]),
      element('td', {}, [
        element('ul', { role: 'list', class: 'finder-diseases' }, [
          ...(own.length ? [element('li', {}, [`Назначают при признаках: ${labelsOf(own)}`])] : []),
          ...diseases
            .slice(0, named)
            .map(({ id, title, signs }) =>
              element('li', {}, [
                element('a', { href: `${paths.disease}${id}/` }, [title]),
                element('small', {}, [
                  `${asked > 1 ? `${signs.length} из ${asked}: ` : ''}${signs.map(({ sign, frequency: often }) => saidOf(sign, often)).join(', ')}`,
                ]),
              ]),
            ),
          ...(diseases.length > named
            ? [
                element('li', {}, [
                  `и ещё ${counted(diseases.length - named, ['болезнь', 'болезни', 'болезней'])}`,
                ]),
              ]
            : []),
        ]),
      ]),
      element('td', { 'data-title': titles[2] }, [free]),
      element(
        'td',
        { 'data-title': titles[3] },
        clinics.length ? [element('ul', { role: 'list' }, clinics)] : ['нет данных'],
      ),
    ]);
  });
  const table = element('table', { class: 'data-table', 'data-stacks': '' }, [
    element('caption', { class: 'visually-hidden' }, ['Исследования, которые подходят к признакам']),
    element('thead', {}, [head]),
    element('tbody', {}, rows),
  ]);
  return element('div', { class: 'data-table-frame' }, [table]);

  function labelsOf(signs: readonly number[]): string {
    return signs.map((sign) => lowered(catalogue.signs[sign]!.label)).join(', ');
  }
  function saidOf(sign: number, often: keyof typeof frequency | null): string {
    return `${lowered(catalogue.signs[sign]!.label)}\u00a0— ${often ? frequency[often].title : 'частота не указана'}`;
  }
}

/** «Гепатомегалия» within a sentence; abbreviations keep their letters. */
