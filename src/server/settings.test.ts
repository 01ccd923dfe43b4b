import { expect, test } from 'vitest';
import { OperatorError } from '#domain/operator-error.ts';
import { readSettings } from './settings.ts';

test('by default the portal runs locally with the embedded database', () => {
  expect(readSettings({})).toEqual({
    HOST: '127.0.0.1',
    PORT: 4321,
    CATALOGUE: 'whole',
    SITE_URL: 'http://127.0.0.1:4321',
    DATA_DIR: '.data',
    CAPTCHA: 'picture',
    CASES_READING: 'doctors',
    CASES_REVIEWERS: 1,
    CONSENT_DAYS: 30,
    ALERT_SIGN_INS: 30,
    ALERT_DISK: 85,
    ALERT_MAIL: 100,
    ALERT_ERRORS: 10,
    BACKUPS: 'off',
    BACKUPS_KEEP: 30,
    LOG_LEVEL: 'info',
    PUBLISH_FILES: 'common',
    RATE_LIMIT: 20,
  });
});

test('an empty setting counts as unset, and a public address loses its trailing slash', () => {
  expect(readSettings({ PORT: '', SITE_URL: 'https://example.ru/' })).toMatchObject({
    PORT: 4321,
    SITE_URL: 'https://example.ru',
  });
  expect(readSettings({ HOST: '::1', PORT: '80' }).SITE_URL).toBe('http://[::1]:80');
  expect(readSettings({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }).TRUST_PROXY).toEqual([
    '10.0.0.1',
    '10.1.0.0/16',
  ]);
});

test('a bucket for uploads needs its keys', () => {
  const bucket = {
    UPLOADS_URL: 's3://bucket/portal?endpoint=https://s3.example.ru',
    AWS_ACCESS_KEY_ID: 'id',
  };
  expect(() => readSettings(bucket)).toThrow(/^Для UPLOADS_URL нужны ключи/);
  expect(readSettings({ ...bucket, AWS_SECRET_ACCESS_KEY: 'secret' }).AWS_SECRET_ACCESS_KEY).toBe('secret');
});

test.each([
  ['HOST', 'http://x'],
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['SITE_URL', 'example.ru'],
  ['SITE_URL', 'https://example.ru/portal'],
  ['SITE_URL', 'javascript:alert(1)'],
  ['SITE_URL', 'register'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['CATALOGUE', 'half'],
  ['SMTP_URL', 'mail.example.ru'],
  ['UPLOADS_URL', 'https://bucket'],
  ['CAPTCHA', 'on'],
  ['CASES_READING', 'everybody'],
  ['TRUST_PROXY', 'anybody'],
  ['TRUST_PROXY', '10.0.0.1,0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLISH_FILES', 'some'],
  ['RATE_LIMIT', 'many'],
])('a wrong %s (%s) is named in a Russian sentence', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(OperatorError);
  expect(() => readSettings({ [name]: value })).toThrow(
    new RegExp(`^Настройка ${name} задана неверно: нуж(ен|но|ны) .+\\.$`),
  );
});
