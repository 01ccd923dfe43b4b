import { expect, onTestFinished, test } from 'vitest';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';

/** A listening portal with event streams read up to their first event. */
async function startWithStreams() {
  const portal = await startTestPortal();
  const closing = new AbortController();
  onTestFinished(async () => {
    closing.abort();
    portal.publication.closing.abort();
    await portal.close();
  });
  const url = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  let editors = 0;
  const addEditor = async () => {
    editors += 1;
    const editor = await addPerson(portal, 'editor', { email: `editor${editors}@example.ru` });
    const cookie = `sid=${(await withSession(portal, editor)).cookies.get('sid')}`;
    return async (signal = closing.signal) => {
      const address = new URL('/api/editors/publication/events?for=600', url);
      const response = await fetch(address, { headers: { cookie }, signal });
      if (response.status === 200) await response.body!.getReader().read();
      return response.status;
    };
  };
  return { portal, addEditor };
}

test('open event streams do not block other calls', async () => {
  const { portal, addEditor } = await startWithStreams();
  for (let count = 0; count < 5; count += 1) {
    const openStream = await addEditor();
    for (let tab = 0; tab < 8; tab += 1) expect(await openStream()).toBe(200);
  }
  const doctor = await withSession(portal, await addPerson(portal, 'doctor', { email: 'doctor@example.ru' }));
  const { status } = await doctor.post('/api/subscribes/add', { kind: 'disease', id: portal.sample.gaucher });
  expect(status).toBe(200);
});

test('an account has eight event streams, and another when a tab is closed', async () => {
  const { addEditor } = await startWithStreams();
  const openStream = await addEditor();
  for (let tab = 0; tab < 7; tab += 1) expect(await openStream()).toBe(200);
  const last = new AbortController();
  expect(await openStream(last.signal)).toBe(200);
  expect(await openStream()).toBe(429);
  last.abort();
  await expect.poll(() => openStream(), { timeout: 60_000 }).toBe(200);
});
