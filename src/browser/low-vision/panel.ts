import {
  applyLowVision,
  choices,
  firstLowVision,
  isLowVision,
  readLowVision,
  shownLowVision,
  type LowVisionSetting,
  type LowVision,
} from '#stores/low-vision.ts';
import { canReadAloud, readAloud, stopReading } from './aloud.ts';
import css from './panel.css?inline';

const titles: Record<LowVisionSetting, string> = {
  text: 'Размер текста',
  lowVision: 'Цвета',
  letters: 'Расстояние между буквами',
  lines: 'Расстояние между строками',
  pictures: 'Картинки',
  face: 'Шрифт',
};
const words: { readonly [Name in LowVisionSetting]: Record<LowVision[Name], string> } = {
  text: { 100: '100 %', 150: '150 %', 200: '200 %' },
  lowVision: {
    usual: 'Обычные',
    'black-on-white': 'Чёрный по белому',
    'white-on-black': 'Белый по чёрному',
    'blue-on-sky': 'Синий по голубому',
    'brown-on-beige': 'Коричневый по бежевому',
  },
  letters: { usual: 'Обычное', wide: 'Больше', wider: 'Ещё больше' },
  lines: { usual: 'Обычное', wide: 'Больше', wider: 'Ещё больше' },
  pictures: { on: 'Показывать', off: 'Не показывать', captions: 'С подписями' },
  face: { sans: 'Без засечек', serif: 'С засечками' },
};

let panel: HTMLDialogElement | undefined;

/** The panel of the low-lowVision version; opened for the first time, it switches the version on. */
export function openPanel(): void {
  if (!isLowVision(shownLowVision())) show(firstLowVision);
  panel ??= makePanel();
  check(panel);
  panel.showModal();
  panel.querySelector<HTMLElement>('h2')?.focus();
}

function makePanel(): HTMLDialogElement {
  addStyles();
  const form = element(
    'form',
    { class: 'low-vision-form stack gap-8', method: 'dialog' },
    (Object.keys(titles) as LowVisionSetting[]).map(fieldset),
  );
  form.addEventListener('change', () => show(readForm(form)));
  const close = element('button', { class: 'button', type: 'submit' }, ['Готово']);
  const back = element('button', { class: 'button', type: 'button', 'data-variant': 'secondary' }, [
    'Вернуть обычную',
  ]);
  form.append(
    ...(canReadAloud() ? [aloudRow()] : []),
    element('div', { class: 'flow gap-4 above-3' }, [close, back]),
  );
  const dialog = element(
    'dialog',
    { class: 'dialog low-vision-panel', 'aria-labelledby': 'low-vision-title', closedby: 'any' },
    [
      element('div', { class: 'dialog-body' }, [
        element('h2', { class: 'dialog-title text-9', id: 'low-vision-title', tabindex: '-1' }, [
          'Версия для слабовидящих',
        ]),
        form,
      ]),
    ],
  );
  back.addEventListener('click', () => {
    show(readLowVision(''));
    dialog.close();
  });
  // Older browsers do not know `closedby`: a press beside the panel lands on the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

function fieldset(name: LowVisionSetting): HTMLElement {
  return element('fieldset', {}, [
    element('legend', {}, [titles[name]]),
    element(
      'div',
      { class: 'flow gap-4 above-3' },
      choices[name].map((value) =>
        element(
          'label',
          {
            class: 'low-vision-choice line gap-4 rounded tap',
            ...(name === 'lowVision' ? { 'data-colours': value } : {}),
          },
          [
            element('input', { type: 'radio', name, value }),
            (words[name] as Record<string, string>)[value] ?? value,
          ],
        ),
      ),
    ),
  ]);
}

function aloudRow(): HTMLElement {
  const main = document.querySelector('main');
  const button = element('button', { class: 'button', type: 'button', 'data-variant': 'secondary' });
  let isReading = false;
  const tell = () => {
    button.textContent = isReading ? 'Остановить чтение' : 'Читать вслух';
  };
  button.addEventListener('click', () => {
    isReading = !isReading;
    if (!isReading) stopReading();
    else if (main)
      readAloud(main, () => {
        isReading = false;
        tell();
      });
    tell();
  });
  // A voice that goes on on the next page could not be stopped there.
  addEventListener('pagehide', stopReading);
  tell();
  return element('div', { class: 'flow gap-4 above-3' }, [button]);
}

function show(settings: LowVision): void {
  applyLowVision(settings);
  if (settings.pictures === 'captions') showCaptions();
  else hideCaptions();
}

function readForm(form: HTMLFormElement): LowVision {
  const data = new FormData(form);
  return readLowVision((Object.keys(choices) as LowVisionSetting[]).map((name) => data.get(name)).join(' '));
}

function check(dialog: HTMLDialogElement): void {
  const lowVision = shownLowVision();
  for (const input of dialog.querySelectorAll('input'))
    input.checked = lowVision[input.name as LowVisionSetting] === input.value;
}

/** Only those who open the panel get its styles; the policy of pages lets scripts add them so. */
function addStyles(): void {
  if (!('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** An element with its attributes and what stands in it; text stays text. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** What a picture says in words stands under it: the words that screen readers hear. */
export function showCaptions(): void {
  hideCaptions();
  for (const picture of document.querySelectorAll('main img[alt], main svg[role="img"][aria-label]')) {
    const text = picture.getAttribute('alt') ?? picture.getAttribute('aria-label');
    if (!text) continue;
    const caption = document.createElement('p');
    caption.className = 'muted low-vision-caption';
    // Screen readers have just heard the same from the picture.
    caption.ariaHidden = 'true';
    caption.textContent = text;
    picture.after(caption);
  }
}

function hideCaptions(): void {
  for (const caption of document.querySelectorAll('.low-vision-caption')) caption.remove();
}
