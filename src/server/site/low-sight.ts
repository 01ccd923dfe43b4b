/**
 * A page for people with low sight whose browser runs no scripts: `?vi=1` asks for it. The attributes are those that
 * `stores/sight.ts` would set; links of the site keep the choice, and the button in the first row takes it back.
 */
export const inLargeText = (html: string): string =>
  html
    .replace('<html ', '<html data-sight="black-on-white" data-text="150" ')
    .replace(/(<a\b[^>]*?\shref="\/(?:[^"?#./]+\/)*)(?=["#])/g, '$1?vi=1')
    .replace(/<form\b[^>]*action="\/search\/"[^>]*>/g, '$&<input type="hidden" name="vi" value="1">')
    .replace(
      /name="vi" value="1"( [^>]*data-sight-switch[^>]*>.*?)Версия для слабовидящих/s,
      'name="vi" value="0"$1Обычная версия',
    );

/** Whether the query of an address asks for it. */
export const asksLargeText = (query: string | undefined) => new URLSearchParams(query).get('vi') === '1';
