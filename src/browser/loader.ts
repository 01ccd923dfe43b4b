/**
 * Brings islands to life: `<div data-island="cases/list"></div>` is the place of one, registry.ts knows what it loads.
 * Most begin at once; others wait for a sign that they are wanted, so that a page that is only read stays light.
 */
import { importOrReload, importOrSkip } from '#stores/importOrReload.ts';
import type { Island, IslandName } from './registry.ts';

/** Events at its place that begin an island, the first of them. */
const intents: { [Name in IslandName]?: string[] } = {
  'page/access': ['focusin'],
  'page/list': ['focusin', 'pointerover', 'touchstart', 'change'],
};
/** As above, heard by the window. */
const signals: { [Name in IslandName]?: string } = { 'page/contents': 'scroll', 'page/list': 'popstate' };

/** What these do is loaded when one is pressed. */
const presses = [
  ['follow', '[data-follow]'],
  ['page/low-vision', '[data-low-vision-switch]'],
  ['page/actions', '[data-copy],[data-do],[data-sort],.citation a'],
] as const;

const begun = new WeakSet<Element>();

/**
 * Loads an island and begins it at a place; false when it is lost and the page is whole without it. What is thrown
 * at its start is no lost file: it goes to the caller.
 */
export async function begin(
  name: IslandName,
  place = document.body,
  isNeeded = !name.startsWith('page/'),
): Promise<boolean> {
  const load = isNeeded ? importOrReload : importOrSkip;
  const start = await load(async (): ReturnType<Island> => {
    const { islands } = await import('./registry.ts');
    return islands[name]();
  });
  await start?.(place);
  return Boolean(start);
}

/** Islands of a part of the page; those in closed dialogs are left for their opening. */
export function beginWithin(part: ParentNode): void {
  for (const place of part.querySelectorAll<HTMLElement>('[data-island]'))
    if (!place.closest('dialog:not([open])')) wait(place);
}

function wait(place: HTMLElement): void {
  const name = place.dataset['island'] as IslandName;
  const start = () => {
    if (begun.has(place)) return;
    begun.add(place);
    void begin(name, place).then(
      (isBegun) => isBegun || begun.delete(place),
      (error: unknown) => {
        begun.delete(place);
        throw error;
      },
    );
  };
  const [events, signal] = [intents[name], signals[name]];
  for (const event of events ?? []) place.addEventListener(event, start, { passive: true, once: true });
  if (signal) addEventListener(signal, start, { once: true });
  if (/^cases|today$/.test(name)) whenEntered(start);
  else if (!(events || signal) || isAskedFor(place)) start();
}

/** A page from a host that only has files comes with the whole list, whatever its address asks for. */
const isAskedFor = ({ dataset }: HTMLElement) =>
  'list' in dataset && !('filled' in dataset) && location.search !== '';

/** To anonymous visitors a page of cases and the home page stay what they are, and ask nothing (ruling G7); who signs in there finds them open. */
function whenEntered(start: () => void): void {
  const { dataset } = document.documentElement;
  // Who reads may be known before this script runs.
  if ('session' in dataset || 'role' in dataset) return start();
  new MutationObserver((_, observer) => {
    if (!('role' in dataset)) return;
    observer.disconnect();
    start();
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-role'] });
}

export function startIslands(): void {
  beginWithin(document);
  document.addEventListener('click', (event) => {
    for (const [name, selector] of presses) {
      const pressed = (event.target as Element).closest<HTMLElement>(selector);
      if (pressed) press(event, name, pressed);
    }
  });
}

function press(event: Event, name: IslandName, pressed: HTMLElement): void {
  // Without popovers, or when the script does not come, the number of a source is a link to the list of them.
  const { hash } = pressed as HTMLAnchorElement;
  if (hash && !('popover' in pressed)) return;
  event.preventDefault();
  void begin(name, pressed, !hash).then((isBegun) => {
    if (!isBegun) location.hash = hash;
  });
}
