import { $notices } from '#stores/notices.ts';
import { $isProgressShown } from '#stores/progress.ts';
import { $user } from '#stores/session.ts';
import { injectStyles } from '#ui/injectStyles.ts';
import { importOrReload } from '#stores/importOrReload.ts';
import css from './progress.css?inline';

let isStarted = false;
let drawing: Promise<unknown> | undefined;

/**
 * What lies over every page once accounts live. The progress bar is drawn at once; notices and the account in the
 * header come with React, when there are any.
 */
export function startFrame(): void {
  if (isStarted) return;
  isStarted = true;
  injectStyles(css);
  $isProgressShown.subscribe(showProgress);
  $notices.subscribe((notices) => {
    if (notices.length > 0) prepareFrame();
    placeNotices();
  });
  $user.subscribe((user) => {
    if (user) prepareFrame();
  });
  document.addEventListener('dialog-opened', placeNotices);
  document.addEventListener('close', placeNotices, true);
}

/** Fetches what notices and the account are drawn with; they show as soon as there are any. */
export function prepareFrame(): void {
  drawing ??= importOrReload(() => import('./Frame.tsx')).then(({ drawFrame }) => drawFrame());
}

function showProgress(isShown: boolean): void {
  document.querySelector('.progress')?.remove();
  if (!isShown) return;
  const bar = document.createElement('div');
  bar.className = 'progress';
  bar.role = 'progressbar';
  bar.ariaLabel = 'Загрузка';
  upmost().append(bar);
}

let area: Element | null = null;

/**
 * All that is outside an open dialog is inert: notices are seen, spoken and pressed only inside it. Their place is
 * remembered, for a dialog may be taken away with all that is in it.
 */
function placeNotices(): void {
  area ??= document.querySelector('.notices');
  const place = upmost();
  if (area && area.parentElement !== place) place.append(area);
}

const upmost = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
