import type { APIRoute } from 'astro';
import { attribution, credits } from '#components/record/licence.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import { siteWords } from '#data/catalogue.ts';

/** What language models should know of the site (llmstxt.org). */
export const GET: APIRoute = ({ site }) => {
  const { title, subtitle, tagline } = siteWords();
  const at = (path: string) => new URL(path, site).href;
  return new Response(`# ${title}

> ${subtitle}. ${tagline}. Информация не может быть использована для постановки диагноза и назначения лечения и не заменяет приём врача.

Каталог на русском языке. У каждого факта есть источник с датой; неизвестное так и названо. Русские названия, отмеченные как перевод, врачами не проверены. Клинические случаи открыты только врачам и здесь отсутствуют.

## Разделы

${publicKinds.map((kind) => `- [${kind.titles.many}](${at(kind.path)}): данные — ${at(`${kind.path}index.json`)}`).join('\n')}

## Данные

- [Открытые данные](${at('/open-data/')}): весь каталог в NDJSON и CSV; описание файлов с контрольными суммами — [datapackage.json](${at('/open-data/datapackage.json')})
- [OpenAPI](${at('/api/openapi.public.json')}): вызовы без учётной записи с примерами; списки с фильтрами — /api/{вид}/filter
- MCP: ${at('/mcp')} (streamable HTTP, только чтение): поиск, запись, коды, кто платит, подбор по признакам, исследования, учреждения
- [FHIR R4](${at('/fhir/metadata')}): коды ORPHA с русскими названиями, МКБ-10, OMIM, МКБ-11
- Двойники страницы записи по тому же адресу: index.md для чтения, index.json с полями и источниками
- [Коды](${at('/codes/')}): GET /api/codes?q= по названию или любому из кодов
- [Карта сайта](${at('/sitemap-index.xml')})

## Условия

${attribution(title, String(site))}

${credits.map(({ what, whose, terms }) => `- ${what}: ${whose}; ${terms}`).join('\n')}
`);
};
