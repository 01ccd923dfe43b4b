import { escapeHtml } from '#domain/escape.ts';

interface Bare {
  title: string;
  sentences?: readonly string[];
  back?: string;
}

/** A minimal page while the site cannot render: a message and a link. */
export function barePage({ title, sentences = [], back }: Bare): string {
  const paragraphs = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>\n`).join('');
  const ways =
    back === undefined
      ? '<p>Попробуйте открыть страницу ещё раз или <a href="/">вернитесь на главную</a>.</p>'
      : `<p><a href="${escapeHtml(back)}">Вернуться</a></p>\n<p><a href="/">На главную</a></p>`;
  return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<h1>${escapeHtml(title)}</h1>
${paragraphs}${ways}
</html>
`;
}
