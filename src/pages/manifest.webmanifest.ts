import type { APIRoute } from 'astro';
import { siteWords } from '#data/catalogue.ts';

/** What a phone or a computer needs to keep the site as an application: name, mark, colours, where it begins. */
export const GET: APIRoute = () =>
  Response.json(
    {
      name: siteWords().title,
      short_name: siteWords().short,
      description: siteWords().tagline,
      lang: 'ru',
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#faf9f6',
      theme_color: '#faf9f6',
      icons: [192, 512].flatMap((size) =>
        ['any', 'maskable'].map((purpose) => ({
          src: `/icon-${size}.png`,
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose,
        })),
      ),
      shortcuts: [
        { name: 'Поиск', url: '/search/' },
        { name: 'Подобрать по признакам', url: '/diagnostics/signs/' },
        { name: 'Сохранённые страницы', url: '/saved/' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } },
  );
