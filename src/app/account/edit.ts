/** Sections whose records stand at the desk under the number in the address of their page. */
const recordPage = /^\/(?!cases\/)[a-z_]+\/(\d+)\/$/;

/** An editor who reads a record is one press from writing in it; others see no such link. */
export function offerEditing(isEditor: boolean): void {
  const id = recordPage.exec(location.pathname)?.[1];
  const offered = document.querySelector('main [data-edit]');
  if (!isEditor) offered?.remove();
  if (!isEditor || !id || offered) return;
  const link = document.createElement('a');
  link.className = 'button no-print';
  link.dataset['variant'] = 'quiet';
  link.dataset['edit'] = '';
  link.href = `/profile/editors/record/?id=${id}`;
  link.textContent = 'Изменить';
  const actions = document.querySelector('main .detail-actions');
  if (actions) actions.append(link);
  else document.querySelector('main h1')?.after(link);
}
