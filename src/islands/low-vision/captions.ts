/** What a picture says in words stands under it: the words that screen readers hear. */
export function showCaptions(): void {
  hideCaptions();
  for (const picture of document.querySelectorAll('main img[alt], main svg[role="img"][aria-label]')) {
    const words = picture.getAttribute('alt') ?? picture.getAttribute('aria-label');
    if (!words) continue;
    const caption = document.createElement('p');
    caption.className = 'muted low-vision-caption';
    // Screen readers have just heard the same from the picture.
    caption.ariaHidden = 'true';
    caption.textContent = words;
    picture.after(caption);
  }
}

export function hideCaptions(): void {
  for (const caption of document.querySelectorAll('.low-vision-caption')) caption.remove();
}
