import { expect, test } from 'vitest';
import { KeptResponse } from './kept-response.ts';

const text = '«Болезнь Гоше»';
const read = async (response: Response) => (await KeptResponse.contentOf(response)).toString();

test('the body of a response is what it was made of, however it is read', async () => {
  const bytes = new TextEncoder().encode(`_${text}`).subarray(1);
  for (const body of [text, bytes, new Blob([text]), new Response(text).body]) {
    const response = new KeptResponse(body, { status: 404, headers: { 'content-type': 'text/html' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html']);
    expect(await read(response)).toBe(text);
  }
  expect(await new Response(new KeptResponse(text).body).text()).toBe(text);
  const kept = new KeptResponse(bytes);
  expect([await kept.text(), await kept.clone().text(), (await kept.blob()).size]).toEqual([
    text,
    text,
    bytes.length,
  ]);
  const form = new KeptResponse('title=%D0%93%D0%BE%D1%88%D0%B5', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect((await form.formData()).get('title')).toBe('Гоше');
  expect([new KeptResponse(null).body, await read(new KeptResponse())]).toEqual([null, '']);
});

test('responses of fetch are responses too', async () => {
  const json = Response.json({ title: text });
  expect(json).toBeInstanceOf(KeptResponse);
  expect(JSON.parse(await read(json))).toEqual({ title: text });
});
