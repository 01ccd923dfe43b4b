import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Server } from '#server/main.ts';
import { publishedStarter } from '../sample/published-starter.ts';

/** Every address of the specification, requested by plain HTTP. */

let server: Server;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { settings, drop: dropSettings } = await publishedStarter();
  drop = dropSettings;
  server = await startServer({ settings });
}, 400_000);
afterAll(async () => {
  await server.close();
  await drop();
});

const get = (address: string) => fetch(new URL(address, server.url), { redirect: 'manual' });
const suffix = ' — Регистр орфанных заболеваний. Каталог для врачей и партнёров';

async function titleOf(response: Response): Promise<string> {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(await response.text()) ?? [];
  return title.replaceAll('\u{a0}', ' ').replaceAll('\u{ad}', '');
}

/** Address of the first record of a list. */
async function firstOf(api: string, path: string): Promise<{ address: string; title: string }> {
  const response = await get(`/api/${api}?page_size=1`);
  const { data } = (await response.json()) as { data: { items: { id: number; title: string }[] } };
  const [first] = data.items;
  if (!first) throw new Error(`There is nothing in /api/${api}`);
  return { address: `${path}/${first.id}`, title: first.title };
}

test.each([
  ['/cases', 'Клинические случаи', 'B018'],
  ['/cases/5', 'Клинический случай', 'B019'],
  ['/clinics', 'Учреждения', 'B020'],
  ['/deseases', 'Заболевания', 'B022'],
  ['/diagnostics', 'Диагностика', 'B024'],
  ['/drugs', 'Терапия', 'B025'],
  ['/events', 'Мероприятия', 'B027'],
  ['/news', 'Новости', 'B029'],
  ['/observational_projects', 'Наблюдательные проекты', 'B031'],
  ['/research', 'Исследования', 'B032'],
  ['/resources', 'Ресурсы', 'B034'],
  ['/page/accessibility', 'Доступность', 'B035'],
  ['/page', 'О портале', 'B036'],
  ['/profile', 'Личные данные', 'B037'],
  ['/profile/application', 'Анкета', 'B038'],
  ['/profile/cases', 'Мои клинические случаи', 'B039'],
  ['/profile/cases/create', 'Новый клинический случай', 'B040'],
  ['/profile/cases/detail', 'Мой клинический случай', 'B041'],
  ['/profile/cases/edit', 'Изменение клинического случая', 'B042'],
  ['/profile/confirm', 'Подтверждение регистрации', 'B043'],
  ['/profile/login', 'Вход в личный кабинет', 'B044'],
  ['/profile/restore', 'Восстановление пароля', 'B045'],
  ['/profile/settings', 'Настройки', 'B046'],
  ['/profile/subscribes', 'Подписки', 'B047'],
  ['/profile/main', 'Личные данные', 'B048'],
])('%s redirects to its form with a slash, the page «%s» (%s, B052)', async (route, title) => {
  const bare = await get(`${route}?id=7`);
  expect([bare.status, bare.headers.get('location')]).toEqual([301, `${route}/?id=7`]);
  const page = await get(`${route}/`);
  expect(page.status).toBe(200);
  expect(await titleOf(page)).toBe(title + suffix);
});

test.each([
  ['clinics', '/clinics', 'B021'],
  ['diseases', '/deseases', 'B023'],
  ['drugs', '/drugs', 'B026'],
  ['events', '/events', 'B028'],
  ['news', '/news', 'B030'],
  ['researches', '/research', 'B033'],
])('a record of %s has its page at %s/{id}/ (%s, B052)', async (api, path) => {
  const { address, title } = await firstOf(api, path);
  const bare = await get(address);
  expect([bare.status, bare.headers.get('location')]).toEqual([301, `${address}/`]);
  const page = await get(`${address}/`);
  expect(page.status).toBe(200);
  const shown = await titleOf(page);
  expect(shown.endsWith(suffix)).toBe(true);
  expect(shown.slice(0, 8)).toBe(title.replaceAll('\u{a0}', ' ').slice(0, 8));
});

test("the home page has the portal's own title (B017)", async () => {
  const page = await get('/');
  expect([page.status, await titleOf(page)]).toEqual([
    200,
    'Регистр орфанных заболеваний. Каталог для врачей и партнёров',
  ]);
});

test.each([
  ['/diseases', '/deseases/'],
  ['/diseases/', '/deseases/'],
  ['/diseases/7', '/deseases/7/'],
  ['/diseases/?letter=7', '/deseases/?letter=7'],
  ['/deseases/index.html', '/deseases/'],
])('%s redirects to %s (G2)', async (from, to) => {
  const response = await get(from);
  expect([response.status, response.headers.get('location')]).toEqual([301, to]);
});

test.each(['/nowhere', '/nowhere/', '/deseases/999999999/', '/page/nowhere/', '/cases/word/'])(
  '%s answers 404 with the not-found page (B057, G22)',
  async (address) => {
    const response = await get(address);
    expect([response.status, await titleOf(response)]).toEqual([404, `Страница не найдена${suffix}`]);
  },
);
