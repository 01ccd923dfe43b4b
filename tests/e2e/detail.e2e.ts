import { expect, type Page } from '@playwright/test';
import { kindsByName, type KindName } from '#domain/kinds/index.ts';
import { isPhone, test } from './visitor.ts';

/** Details of one kind, with every field that the API gives. */
async function recordsOf(page: Page, kind: KindName): Promise<Record<string, unknown>[]> {
  const answer = await page.request.get(`/api/${kindsByName[kind].api}?page_size=100`);
  return ((await answer.json()) as { data: { items: Record<string, unknown>[] } }).data.items;
}

/** A disease that has what is tested, its page open. */
async function openDisease(page: Page, what: string): Promise<void> {
  for (const { id, orpha } of await recordsOf(page, 'disease')) {
    if (!orpha) continue;
    await page.goto(`${kindsByName.disease.path}${String(id)}/`);
    if ((await page.locator(what).count()) > 0) return;
  }
  throw new Error(`no disease of the starter catalogue has ${what}`);
}

/** The page of the disease with this ORPHA code; gives its id. */
async function openDiseaseOf(page: Page, orpha: number): Promise<number> {
  for (const number of [1, 2, 3]) {
    const answer = await page.request.get(`/api/diseases?page_size=100&page=${number}`);
    const { data } = (await answer.json()) as { data: { items: { id: number; orpha?: number }[] } };
    const found = data.items.find((item) => item.orpha === orpha);
    if (!found) continue;
    await page.goto(`${kindsByName.disease.path}${found.id}/`);
    return found.id;
  }
  throw new Error(`the starter catalogue has no ORPHA:${orpha}`);
}

test.describe('«Сообщить о неточности»', () => {
  test('opens by keyboard, knows its page and field, sends and says thanks', async ({ page }) => {
    await openDiseaseOf(page, 355);
    const address = new URL(page.url()).pathname;
    await page.locator('summary', { hasText: 'Сообщить о неточности' }).press('Enter');
    const form = page.locator('form.report-form');
    expect(await form.locator('[name=record_id]').inputValue()).toBe(address.split('/')[2]);
    await form.getByLabel('О чём').selectOption('signs');
    await form.getByLabel('Что неточно').fill('Частота первого признака не совпадает с источником.');
    await form.getByLabel('Электронная почта для ответа').fill('reader@example.ru');
    await form.getByLabel('Согласен, чтобы на этот адрес прислали ответ').check();
    await form.getByRole('button', { name: 'Отправить' }).click();
    await expect(page.getByText(/Спасибо/).first()).toBeVisible();
    await expect(page.locator(`a[href^="${address}"]`).first()).toBeVisible();
  });
});

test.describe('sources of facts', () => {
  test(
    'a number opens its source beside it; Escape closes it and gives the focus back',
    { tag: '@smoke' },
    async ({ page }) => {
      await openDisease(page, '.detail-text .citation a');
      const number = page.locator('.detail-text .citation a').first();
      await number.focus();
      await page.keyboard.press('Enter');
      const note = page.locator('.source-note');
      await expect(note).toBeVisible();
      await expect(note).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(note).toBeHidden();
      await expect(number).toBeFocused();
      await expect(page).toHaveURL(/\/$/);
    },
  );

  test('in a browser without popovers the number leads to the list', async ({ page }) => {
    await page.addInitScript(() => {
      delete (HTMLElement.prototype as { popover?: unknown }).popover;
    });
    await openDisease(page, '.detail-text .citation a');
    const number = page.locator('.detail-text .citation a').first();
    const hash = await number.getAttribute('href');
    await number.click();
    await expect(page).toHaveURL(new RegExp(`${hash}$`));
    await expect(page.locator(hash ?? '')).toBeInViewport();
  });

  test('when its script does not come, the number leads to the list', async ({ page, complaints }) => {
    await openDisease(page, '.detail-text .citation a');
    await page.route('**/_astro/**', (route) => route.abort());
    const number = page.locator('.detail-text .citation a').first();
    const hash = await number.getAttribute('href');
    await number.click();
    await expect(page).toHaveURL(new RegExp(`${hash}$`));
    complaints.length = 0;
  });
});

test('the table of signs is sorted by name and by frequency, forth and back', async ({ page }) => {
  await openDisease(page, '.signs-table');
  const signs = page.locator('#signs').getByRole('table');
  const names = async () =>
    (await signs.getByRole('rowheader').allTextContents()).map((name) => name.replace(/^[\s≈]+/, '').trim());
  const heading = (name: string) => signs.getByRole('columnheader', { name });
  const asPublished = await names();
  const sorted = asPublished.toSorted(new Intl.Collator('ru').compare);
  await heading('Признак').getByRole('button').click();
  await expect(heading('Признак')).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading('Частота')).not.toHaveAttribute('aria-sort');
  expect(await names()).toEqual(sorted);
  await heading('Признак').getByRole('button').press('Enter');
  await expect(heading('Признак')).toHaveAttribute('aria-sort', 'descending');
  expect(await names()).toEqual(sorted.toReversed());
  await heading('Частота').getByRole('button').click();
  await expect(heading('Частота')).toHaveAttribute('aria-sort', 'descending');
  expect(await names()).toEqual(asPublished);
});

test(
  'who pays is answered for an age and a region, and nothing of them is sent',
  { tag: '@smoke' },
  async ({ page }) => {
    await openDiseaseOf(page, 70);
    const section = page.getByRole('region', { name: 'Кто платит за лечение' });
    const said = section.getByRole('status');
    const age = section.getByLabel('Возраст пациента, лет');
    const region = section.getByLabel('Регион');
    await expect(section.getByRole('table', { name: /Кто\sплатит\sза\sлекарства/ })).toContainText(
      'до 19 лет',
    );
    await section.getByText(/^Правила\sи\sакты/).click();
    await age.focus();
    // The list of regions comes once; from then on nothing leaves the page. The browser itself fetches its
    // dictionary of compression whenever it is idle.
    await expect(region.getByRole('option')).not.toHaveCount(1);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/dictionaries/')) asked.push(request.url());
    });
    await page.keyboard.type('19');
    await expect(said).toContainText('Возраст 19: платит бюджет региона');
    await expect(said).toContainText(/Не\sподходит\sпо\sвозрасту:\s«Фонд\s„Круг\sдобра“.*\s—\sдо\s19\sлет/);
    await expect(said.getByRole('listitem').first()).toBeVisible();
    await expect(
      section
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: /^Фонд\s«Круг\sдобра»/ }) })
        .first(),
    ).toContainText('Не для этого возраста: до 19 лет.');
    await region.selectOption({ label: 'Томская область' });
    await expect(said).toContainText('Возраст 19, Томская область: платит бюджет региона');
    await expect(said).toContainText('Актов этого региона о такой болезни в каталоге нет');
    await age.fill('18');
    await expect(said).toContainText(/Возраст\s18,\sТомская\sобласть:\sплатит\sфонд\s«Круг\sдобра»/);
    expect(asked).toEqual([]);
  },
);

test('the page of rules answers who pays for a disease, an age and a region', async ({ page }) => {
  await page.goto('/access/');
  const question = page.getByRole('group', { name: 'Кто платит за лечение' });
  const said = question.getByRole('status');
  await question.getByLabel('Заболевание').fill('гоше');
  await question.getByLabel('Возраст пациента, лет').fill('25');
  await question.getByLabel('Регион').selectOption({ label: 'Томская область' });
  const urls: string[] = [];
  page.on('request', (request) => urls.push(decodeURI(request.url())));
  await question.getByRole('button', { name: 'Показать' }).click();
  await expect(said).toContainText('Возраст 25, Томская область: платит федеральный бюджет');
  await expect(said.getByRole('link', { name: 'Болезнь Гоше' })).toHaveAttribute('href', /#access$/);
  await expect(said.getByRole('link', { name: 'Что сделать и по какому акту' })).toBeVisible();
  expect(urls.filter((url) => /25|70/.test(new URL(url).search))).toEqual([]);
  await question.getByLabel('Заболевание').fill('щщщщ');
  await question.getByRole('button', { name: 'Показать' }).click();
  await expect(said).toContainText('Болезни «щщщщ» в каталоге нет.');
});

test('an anchor in the contents opens the fold it points into', async ({ page }) => {
  await openDiseaseOf(page, 355);
  const [codes, genes] = [page.locator('details#codes'), page.locator('details#genes')];
  for (const fold of [codes, genes]) await expect(fold).not.toHaveAttribute('open');
  await page
    .getByRole('navigation', { name: 'На этой странице' })
    .getByRole('link', { name: 'Коды' })
    .click();
  await expect(codes).toHaveAttribute('open');
  await page.goto(`${new URL(page.url()).pathname}#genes`);
  await expect(genes).toHaveAttribute('open');
});

test('the page and the API give one answer', async ({ page }) => {
  const id = await openDiseaseOf(page, 70);
  const answer = await page.request.get(`/api/access?disease=${id}&age=19&subject=70`);
  const { data } = (await answer.json()) as { data: { answer: string } };
  await page.getByLabel('Возраст пациента, лет').fill('19');
  await expect(page.locator('#access-region option')).not.toHaveCount(1);
  await page.getByLabel('Регион').selectOption('70');
  await expect(page.locator('.access-answer')).toHaveText(data.answer);
});

test('what cannot wait stands first, with its sources and its state, and goes into a wallet', async ({
  page,
}) => {
  await openDiseaseOf(page, 70);
  const card = page.getByRole('region', { name: 'Срочно: неотложная помощь' });
  await expect(page.locator('.detail-text > section').first()).toHaveId('emergency');
  await expect(card.getByRole('heading', { name: 'Когда это срочно' })).toBeVisible();
  for (const name of ['Что делать сразу', 'Чего нельзя'])
    await expect(card.getByRole('heading', { name })).toBeVisible();
  await expect(card).toContainText('Врач этого не проверил. По источникам:');
  expect(await card.getByRole('link').count()).toBeGreaterThan(0);
  await card.getByRole('link', { name: 'Карточка для кошелька' }).click();
  await expect(page).toHaveURL(/\/leaflet\/#card$/);
  await page.evaluate(() => {
    Object.defineProperty(window, 'print', {
      value: () => (document.title = document.documentElement.dataset['print'] ?? ''),
    });
  });
  await page.getByRole('button', { name: 'Напечатать карточку' }).click();
  await expect(page).toHaveTitle('card');
  await page.emulateMedia({ media: 'print' });
  const wallet = page.getByRole('region', { name: 'Карточка для кошелька' });
  await expect(wallet).toContainText('ORPHA:70 · МКБ-10 G12.0');
  for (const words of ['Имя, год рождения', 'Телефон родных', 'Телефон врача'])
    await expect(wallet.getByText(words)).toBeVisible();
  await expect(wallet.getByRole('img', { name: 'QR-код адреса страницы' })).toBeVisible();
  await expect(page.locator('.leaflet')).toBeHidden();
  const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheet.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
});

test('the fullest cards fit their sides of 85 × 55 mm', async ({ page }) => {
  for (const orpha of [664, 90794, 98896]) {
    const id = await openDiseaseOf(page, orpha);
    await page.goto(`${kindsByName.disease.path}${String(id)}/leaflet/`);
    await page.evaluate(() => document.fonts.ready);
    const sides = await page.locator('.wallet-side').evaluateAll((all) =>
      all.map((side) => {
        const [box, last] = [side, side.lastElementChild!].map((one) => one.getBoundingClientRect());
        const millimetre = 96 / 25.4;
        return {
          isCard: Math.abs(box!.width / millimetre - 85) < 1 && Math.abs(box!.height / millimetre - 55) < 1,
          fits: last!.bottom <= box!.bottom,
        };
      }),
    );
    expect(sides, String(id)).toEqual(Array.from({ length: 4 }, () => ({ isCard: true, fits: true })));
  }
});

test('a disease with texts of editors has a leaflet for the patient: one sheet, in letters of 11 points and more', async ({
  page,
}) => {
  await openDisease(page, '#drugs');
  const related = page.locator('#drugs li > a');
  const drugs = await related.evaluateAll((links) => links.map(({ textContent }) => textContent.trim()));
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await page.getByRole('link', { name: 'Памятка', exact: true }).click();
  await expect(page).toHaveURL(/\/leaflet\/$/);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.leaflet');
  await expect(sheet).toContainText(title.replace(/\d.*$/s, '').trim());
  expect(drugs.length).toBeGreaterThan(0);
  for (const drug of drugs.slice(0, 4))
    await expect(sheet.getByRole('link', { name: drug }).first()).toBeVisible();
  if (drugs.length > 4) await expect(sheet).toContainText(`и ещё ${drugs.length - 4}`);
  for (const words of ['Кто платит', 'Записи врача', 'Подпись и печать'])
    await expect(sheet.getByText(words, { exact: true })).toBeVisible();
  await expect(sheet.getByRole('img', { name: 'QR-код адреса страницы' })).toBeVisible();
  const small = await sheet
    .locator('.prose p, li, dt, dd')
    .evaluateAll(
      (all) => all.filter((one) => parseFloat(getComputedStyle(one).fontSize) < (11 * 96) / 72 - 0.1).length,
    );
  expect(small).toBe(0);
  const pdf = (await page.pdf({ preferCSSPageSize: true, tagged: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  // What readers of PDF/UA ask first: a structure, the language, a title that is shown.
  for (const mark of [
    /\/Marked true/,
    /\/StructTreeRoot/,
    /\/Lang \(ru\)/,
    /\/DisplayDocTitle true/,
    /\/S \/H1/,
  ])
    expect(pdf).toMatch(mark);
});

test('the patient’s route is folded, each step with its ground', async ({ page }) => {
  await openDiseaseOf(page, 70);
  const route = page.getByRole('region', { name: 'Маршрут пациента' });
  const step = route.getByRole('heading', { name: 'Врачебная комиссия' });
  await expect(step).toBeHidden();
  await route.getByText('Шаги: от участкового врача').click();
  await expect(step).toBeVisible();
  await expect(route.getByRole('heading', { name: 'Новорождённый: скрининг' })).toBeVisible();
  await expect(route.getByText(/статья\s48,\sчасти\s1–2/)).toBeVisible();
});

test('the ages of the forms, said to screen readers alone, make no page wider than a phone', async ({
  page,
}) => {
  let seen = 0;
  await page.setViewportSize({ width: 320, height: 700 });
  for (const { id } of await recordsOf(page, 'disease')) {
    const address = `${kindsByName.disease.path}${String(id)}/`;
    if (!/Возраст начала по\sформам/.test(await (await page.request.get(address)).text())) continue;
    await page.goto(address);
    await expect(page.getByRole('table', { name: 'Возраст начала по формам' })).toHaveCount(1);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, address).toBeLessThanOrEqual(0);
    seen += 1;
  }
  expect(seen).toBeGreaterThan(0);
});

test(
  'the contents lead to their sections and mark the one that is read',
  { tag: '@both' },
  async ({ page }) => {
    await openDisease(page, '#signs');
    const open = page.getByRole('button', { name: 'Содержание' });
    if (isPhone(page)) await open.click();
    const contents = page.getByRole('navigation', { name: 'На этой странице', includeHidden: true });
    const link = contents.getByRole('link', { name: 'Признаки', includeHidden: true });
    await link.click();
    if (isPhone(page)) await expect(link).toBeHidden();
    await expect(page).toHaveURL(/#signs$/);
    await expect(page.locator('#signs-title')).toBeInViewport();
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(
      contents.getByRole('list', { includeHidden: true }).first().locator('[aria-current]'),
    ).toHaveCount(1);
    await page.evaluate(() => scrollTo({ top: 0 }));
    await expect(link).not.toHaveAttribute('aria-current');
    await expect(
      contents.getByRole('list', { includeHidden: true }).first().locator('[aria-current]'),
    ).toHaveCount(1);
  },
);

test('a chip copies its code, «Цитировать» the reference, «Поделиться» the address; «Печать» prints', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    delete (Navigator.prototype as { share?: unknown }).share;
    Object.defineProperty(window, 'print', { value: () => (document.title = 'напечатано') });
  });
  await openDisease(page, '.codes .code-copy');
  const held = () => page.evaluate(() => navigator.clipboard.readText());
  const status = page.locator('.notices [role=status]');
  for (const name of ['МКБ-10', 'OMIM']) {
    const chip = page.getByRole('button', { name: new RegExp(`^Скопировать ${name} `) });
    if ((await chip.count()) === 0) continue;
    await chip.click();
    await expect(status).toContainText('Скопировано');
    // What was said of the former chip still stands there: the clipboard is waited for.
    await expect
      .poll(async () => `Скопировать ${name} ${await held()}`)
      .toBe(await chip.getAttribute('aria-label'));
  }
  await page.getByRole('button', { name: 'Цитировать' }).click();
  const citing = page.locator('#citation');
  await expect(citing).toBeVisible();
  await citing.getByRole('button', { name: 'Скопировать' }).click();
  await expect.poll(held).toContain(`URL: ${new URL(page.url()).origin}`);
  await page.keyboard.press('Escape');
  await expect(citing).toBeHidden();
  await page.getByRole('button', { name: 'Поделиться' }).click();
  await expect.poll(held).toBe(page.url());
  await page.getByRole('button', { name: 'Печать' }).click();
  await expect(page).toHaveTitle('напечатано');
});

test('on paper a record drops nothing but its buttons, and bears its address as a code', async ({ page }) => {
  await openDiseaseOf(page, 355);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: 'QR-код адреса страницы' })).toBeVisible();
  const areas = (await page.locator('.detail-text > .row').boundingBox())!;
  const facts = (await page.locator('#brief').boundingBox())!;
  expect(areas.y + areas.height).toBeLessThanOrEqual(facts.y);
  await expect(page.getByRole('button', { name: 'Поделиться' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  // Folded or not: rows of signs, drugs, rules with their acts, genes, codes.
  for (const part of [
    '.signs-table tbody tr',
    '#drugs li',
    '#access li',
    '#genes tr',
    '#codes dd',
    '#epidemiology tr',
  ])
    for (const one of await page.locator(part).all()) await expect(one, part).toBeVisible();
  await expect(page.getByText('Перечни и акты регионов внесены не целиком')).toBeVisible();
});

test.describe('the answers come first', () => {
  /** Where on the page a part begins. */
  const topOf = async (page: Page, what: string) =>
    (await page.locator(what).first().boundingBox())!.y + (await page.evaluate(() => scrollY));

  test(
    'what it is, the warning and the answers stand above everything else',
    { tag: '@both' },
    async ({ page }) => {
      await openDiseaseOf(page, 355);
      const [about, answers, drugs, sources] = await Promise.all(
        ['#about p', '#answers', '#drugs', '#sources-title, .sources h2'].map((what) => topOf(page, what)),
      );
      if (isPhone(page)) expect(about).toBeLessThanOrEqual(400);
      expect(await topOf(page, '.tier [href="#reviewed"]')).toBeLessThan(about!);
      expect(answers).toBeGreaterThan(about!);
      expect(drugs).toBeLessThan(sources!);
      expect(await topOf(page, '#diagnostics')).toBeLessThan(await topOf(page, '#signs'));
      const summary = page.getByRole('region', { name: 'Главное' });
      await expect(summary).toContainText(
        /Как\sподтвердить.*Лечение.*Кто\sплатит.*Исследования.*Где\sпомогут/s,
      );
      await summary.getByRole('link', { name: 'Препараты' }).click();
      await expect(page.getByRole('heading', { name: /^Терапия/ })).toBeInViewport();
    },
  );

  test('the related records stay beside the text to its end', async ({ page }) => {
    await openDiseaseOf(page, 355);
    await page.locator('#codes').scrollIntoViewIfNeeded();
    await expect(page.locator('.detail-side > :visible').last()).toBeInViewport();
  });

  test('eight signs stand open, each leads to the aid; the others by organs', async ({ page }) => {
    await openDiseaseOf(page, 355);
    const signs = page.locator('#signs');
    await expect(signs.locator('tbody th a')).toHaveCount(8);
    await expect(signs.locator('tbody th a').first()).toHaveAttribute(
      'href',
      /^\/diagnostics\/signs\/#signs=HP:\d{7}$/,
    );
    await signs.getByText(/^Показать\sещё\s\d+\sпризнак/).click();
    await expect(signs.getByText('Кровь, селезёнка, иммунитет', { exact: true })).toBeVisible();
  });
});

test('on a phone urgent help is whole', { tag: '@phone' }, async ({ page }) => {
  await openDiseaseOf(page, 70);
  const card = page.getByRole('region', { name: 'Срочно: неотложная помощь' });
  await expect(card.getByRole('heading', { name: 'Когда это срочно' })).toBeVisible();
  await expect(card.getByRole('heading', { name: 'Чего нельзя' })).toBeVisible();
});

test(
  'one thumb is enough on a phone: contents, search and saving lie at its lower edge',
  { tag: '@phone' },
  async ({ page }) => {
    await openDiseaseOf(page, 355);
    const bar = page.getByRole('group', { name: 'Под рукой' });
    const { height } = page.viewportSize()!;
    for (const name of ['Содержание', 'Поиск', 'Сохранить']) {
      const box = await bar.getByText(name).boundingBox();
      expect(box!.y, name).toBeGreaterThan(height * 0.75);
    }
    await bar.getByText('Содержание').click();
    await page.getByRole('link', { name: 'Кто платит', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 2, name: 'Кто платит за лечение' })).toBeInViewport();
    await bar.getByText('Сохранить').click();
    await page.goto('/saved/');
    await expect(page.getByRole('main').getByRole('link', { name: 'Болезнь Гоше' }).first()).toBeVisible();
  },
);
