/** Words are copied as they were written: the soft hyphens of narrow places stay on the page. */
export function startCopying(): void {
  document.addEventListener('copy', (event) => {
    const text = String(getSelection());
    if (!text.includes('\u00ad')) return;
    event.clipboardData?.setData('text/plain', text.replaceAll('\u00ad', ''));
    event.preventDefault();
  });
}
