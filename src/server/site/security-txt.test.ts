import { expect, onTestFinished, test } from 'vitest';
import { startTestPortal } from '../../../tests/sample/application.ts';

async function request(settings: Record<string, string>, now?: () => Date) {
  const portal = await startTestPortal({ settings, ...(now ? { now } : {}) });
  onTestFinished(() => portal.close());
  return await portal.get('/.well-known/security.txt');
}

test('security.txt has a contact and expires in less than a year', async () => {
  const now = () => new Date('2027-03-01T10:00:00Z');
  const { status, headers, text } = await request(
    { SITE_URL: 'https://register.example', SECURITY_CONTACT: 'security@register.example' },
    now,
  );
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toContain('Contact: mailto:security@register.example\n');
  expect(text).toContain('Canonical: https://register.example/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(now().getTime());
  expect(expires).toBeLessThan(now().getTime() + 365 * 86_400_000);
});
test('by default the contact is the mail sender, the operator, or the page of contacts', async () => {
  const mail = 'smtp://mail.example:25/?from=register@register.example';
  expect((await request({ SMTP_URL: mail })).text).toContain('Contact: mailto:register@register.example\n');
  const operator = await request({ OPERATOR_EMAIL: 'office@register.example' });
  expect(operator.text).toContain('Contact: mailto:office@register.example\n');
  const { status, text } = await request({ SITE_URL: 'https://register.example' });
  expect([status, text]).toEqual([
    200,
    expect.stringContaining('Contact: https://register.example/contacts/\n'),
  ]);
});
