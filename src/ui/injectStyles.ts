/**
 * Gives the page the styles of what only islands draw: `import css from './frame.css?inline'; injectStyles(css)`. Imported
 * plainly they would be written into every page of the site, because an island may be loaded on any of them.
 */
export function injectStyles(css: string): void {
  if (typeof document === 'undefined') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
