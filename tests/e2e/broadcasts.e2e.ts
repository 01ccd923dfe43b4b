import { expect, newEditor, test, url } from './desk.ts';
import { letterTo } from './letters.ts';
import { beginSession, factorCode, inDatabase, makePerson, password } from './people.ts';

test('an editor writes a mailing, looks at the letter, tries it and sends it to those who want it', async ({
  browser,
}) => {
  const subscriber = await makePerson('doctor');
  const reading = await browser.newContext({ baseURL: url, locale: 'ru-RU' });
  await beginSession(reading, subscriber, url);
  const wanted = await reading.request.post('/api/user/subscribe/set', {
    headers: { origin: new URL(url).origin },
    form: { id: 'surveys' },
  });
  expect(wanted.ok()).toBe(true);

  const { page, person } = await newEditor(browser);
  const subject = `Опрос ${person.id}`;
  await page.goto('/profile/editors/broadcasts/');
  await page.getByRole('button', { name: 'Новая рассылка' }).click();
  const form = page.getByRole('form', { name: 'Текст рассылки' });
  await form.getByLabel('Рассылка', { exact: true }).selectOption({ label: 'Опросы для врачей и партнёров' });
  await form.getByLabel('Тема письма').fill(subject);
  const text = form.getByRole('textbox', { name: 'Текст письма' });
  await expect(text).toHaveAttribute('contenteditable', 'true');
  await text.pressSequentially('Ответьте на пять вопросов.');
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(form.getByRole('status')).toHaveText('Сохранено');

  const letter = page
    .frameLocator('iframe[title="Письмо"]')
    .getByRole('paragraph')
    .filter({ hasText: 'Ответьте на пять вопросов.' });
  await expect(letter).toBeVisible();
  await page.getByRole('button', { name: 'Телефон' }).click();
  await page.getByRole('button', { name: 'Тёмное' }).click();
  await expect(letter).toHaveCSS('color', 'rgb(240, 239, 244)');
  await page.getByRole('button', { name: 'Прислать пробу себе' }).click();
  await expect(page.getByText(`Проба отправлена на ${person.email}.`)).toBeVisible();
  expect((await letterTo(person.email, `Проба: ${subject}`)).text).toContain('Ответьте на пять вопросов.');

  await page.getByRole('button', { name: /^Отправить:\s\d+\sпис/ }).click();
  const sending = page.getByRole('form', { name: 'Отправка рассылки' });
  await sending.getByRole('textbox', { name: 'Ваш пароль' }).fill(password);
  await sending.getByRole('textbox', { name: 'Код второго шага' }).fill(factorCode());
  await sending.getByRole('button', { name: 'Отправить', exact: true }).click();
  // The seconds in which it can be taken back are over.
  await expect
    .poll(() =>
      inDatabase((database) =>
        database.transaction(async (tx) => {
          const { numUpdatedRows } = await tx
            .updateTable('broadcasts')
            .set({ started_at: new Date(0).toISOString() })
            .where('subject', '=', subject)
            .where('state', '=', 'sending')
            .executeTakeFirst();
          return Number(numUpdatedRows);
        }),
      ),
    )
    .toBe(1);
  await expect(page.getByText('Отправлена', { exact: true })).toBeVisible({ timeout: 60_000 });
  const sent = await letterTo(subscriber.email, subject);
  expect(sent.text).toContain('согласились на рассылку «Опросы для врачей и партнёров»');
  expect(sent.headers.map(({ key }) => key)).toContain('list-unsubscribe');
});
