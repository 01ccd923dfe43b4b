import { loadPart } from '../chunkReload.ts';

/** Brings the forms inside a part of the page to life, each with what it needs and no more. */
export async function mountForms(within: ParentNode): Promise<void> {
  await Promise.all([...within.querySelectorAll<HTMLElement>('[data-form]')].map(mountForm));
}

async function mountForm(place: HTMLElement): Promise<void> {
  if (place.dataset['form'] !== 'login') {
    const { mountForm: draw } = await loadPart(() => import('./mount.tsx'));
    return await draw(place);
  }
  const { startLogin } = await loadPart(() => import('./login.ts'));
  const form = place.querySelector('form');
  if (form) startLogin(form);
}
