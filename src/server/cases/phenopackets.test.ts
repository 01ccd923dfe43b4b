import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaseContentInput } from '#contract/forms/cases.ts';
import { checklist } from '#domain/cases.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPerson, openBrowser, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
const browsers: Record<string, Browser> = {};
const as = (name: string) => browsers[name] as Browser;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const verified = { verified_at: new Date().toISOString() };
  for (const [name, type, more] of [
    ['author', 'doctor', verified],
    ['colleague', 'doctor', verified],
    ['patient', 'patient', {}],
    ['editor', 'editor', {}],
  ] as const)
    browsers[name] = await withSession(
      portal,
      await addPerson(portal, type, { email: `${name}@example.ru`, ...more }),
    );
  browsers['anonymous'] = openBrowser(portal);
});
afterAll(() => portal.close());

const content = (signs: readonly [hpo: string, presence?: 'yes' | 'no' | 'unknown'][]): CaseContentInput => ({
  title: 'Случай для проверки',
  age_band: 'middle',
  sex: 'female',
  complaint: 'Утомляемость.',
  signs: signs.map(([hpo, presence = 'yes']) => ({ hpo, title: '', presence })),
  basis: 'anonymised',
  authorship: 'speciality',
  rarity_accepted: true,
});
const add = async (given: CaseContentInput) =>
  (await as('author').post('/api/cases/add', { content: given }, 'json')).data;
const publish = async (given: CaseContentInput): Promise<number> => {
  const { id, version } = await add(given);
  const sent = await as('author').post(`/api/user/cases/${id}/submit`, { version }, 'json');
  const checks = Object.keys(checklist);
  const accepted = { version: sent.data.version, checks };
  const answer = await as('editor').post(`/api/editors/cases/${id}/accept`, accepted, 'json');
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return id;
};
const packetOf = async (name: string, url: string) => JSON.parse((await as(name).get(url)).text);

test('a note becomes signs for the form: present, absent, unknown', async () => {
  const text =
    'Мальчик 4 лет, гепатоспленомегалия, боли в костях, судорог нет, сколиоз под вопросом; у матери миопия';
  const answer = await as('author').post('/api/user/cases/signs', { text }, 'json');
  expect(answer.data).toEqual({
    signs: [
      { hpo: 'HP:0001433', title: 'Гепатоспленомегалия', presence: 'yes', words: 'гепатоспленомегалия' },
      { hpo: 'HP:0002653', title: 'Боль в костях', presence: 'yes', words: 'боли в костях' },
      { hpo: 'HP:0001250', title: 'Эпилептический приступ', presence: 'no', words: 'судорог' },
      { hpo: 'HP:0002650', title: 'Сколиоз', presence: 'unknown', words: 'сколиоз' },
    ],
    sex: 'male',
    age_band: 'preschool',
  });
});

test('only doctors read notes and import phenopackets', async () => {
  const chipsOf = (name: string) =>
    Promise.all([
      as(name).post('/api/user/cases/signs', { text: 'сколиоз' }, 'json'),
      as(name).post('/api/user/cases/phenopacket', { phenopacket: {} }, 'json'),
    ]);
  expect((await chipsOf('anonymous')).map(({ status }) => status)).toEqual([401, 401]);
  expect((await chipsOf('patient')).map(({ status }) => status)).toEqual([403, 403]);
});

test('a case is exported as a phenopacket with its signs and imported as an equal draft', async () => {
  const signs = [['HP:0001744'], ['HP:0001250', 'no'], ['HP:0000478', 'unknown']] as const;
  const { id } = await add({ ...content(signs.map((sign) => [...sign])), diseases: [portal.sample.gaucher] });
  const packet = await packetOf('author', `/api/user/cases/${id}/phenopacket`);
  expect(packet).toMatchObject({
    id: `case-${id}`,
    subject: { sex: 'FEMALE' },
    phenotypicFeatures: [
      { type: { id: 'HP:0001744', label: 'Спленомегалия' } },
      { type: { id: 'HP:0001250', label: 'Эпилептический приступ' }, excluded: true },
    ],
    diseases: [{ term: { id: 'ORPHA:355' } }],
    metaData: { phenopacketSchemaVersion: '2.0' },
  });
  const taken = await as('author').post('/api/user/cases/phenopacket', { phenopacket: packet }, 'json');
  expect(taken.data).toMatchObject({
    state: 'draft',
    content: {
      sex: 'female',
      diseases: [portal.sample.gaucher],
      signs: [
        { hpo: 'HP:0001744', title: 'Спленомегалия', presence: 'yes' },
        { hpo: 'HP:0001250', presence: 'no' },
      ],
    },
  });
});

test('an imported age becomes its band, a disease outside the catalogue the diagnosis in words', async () => {
  const phenopacket = {
    subject: { sex: 'OTHER_SEX', timeAtLastEncounter: { age: { iso8601duration: 'P4Y6M' } } },
    diseases: [
      { term: { id: 'OMIM:230800', label: 'Gaucher disease' }, onset: { age: { iso8601duration: 'P2Y' } } },
      { term: { id: 'ORPHA:355' }, excluded: true },
    ],
  };
  const { data } = await as('author').post('/api/user/cases/phenopacket', { phenopacket }, 'json');
  expect(data.content).toMatchObject({
    sex: '',
    age_band: 'preschool',
    suspected: 'Gaucher disease',
    diseases: [],
  });
});

test('a phenopacket with unsupported fields or personal data is rejected by path', async () => {
  const phenopacket = {
    subject: { sex: 'MALE', dateOfBirth: '2019-03-05T00:00:00Z' },
    phenotypicFeatures: [{ type: { id: 'HP:0001744' } }],
    interpretations: [],
  };
  const refused = await as('author').post('/api/user/cases/phenopacket', { phenopacket }, 'json');
  expect(refused.status).toBe(400);
  expect(refused.errors.map(({ message }: { message: string }) => message.split(':')[0])).toEqual([
    'subject.dateOfBirth',
    'interpretations',
  ]);
  const named = {
    phenotypicFeatures: [
      { type: { id: 'HP:0001744' }, description: 'Иванов Пётр, телефон +7 912 345-67-89' },
    ],
  };
  const personal = await as('author').post('/api/user/cases/phenopacket', { phenopacket: named }, 'json');
  expect([personal.status, personal.errors[0]?.message]).toEqual([
    400,
    expect.stringContaining('phenotypicFeatures.0.description: похоже на личные данные'),
  ]);
});

test("readers save a published case as a phenopacket; another's draft does not exist", async () => {
  const id = await publish(content([['HP:0002650']]));
  expect((await packetOf('colleague', `/api/cases/${id}/phenopacket`)).phenotypicFeatures).toHaveLength(1);
  const draft = await add(content([['HP:0002650']]));
  expect((await as('colleague').get(`/api/user/cases/${draft.id}/phenopacket`)).status).toBe(404);
  expect((await as('colleague').get(`/api/cases/${draft.id}/phenopacket`)).status).toBe(404);
  expect((await as('anonymous').get(`/api/cases/${id}/phenopacket`)).status).toBe(401);
});

test('a case sharing an informative sign, or a related one, ranks above one with a common sign', async () => {
  // Angiokeratoma corporis diffusum, angiokeratoma, seizure: each with the seizure of the first.
  const own = await publish(content([['HP:0001071'], ['HP:0001250']]));
  const common = await publish(content([['HP:0001250']]));
  const informative = await publish(content([['HP:0001014']]));
  const { data } = await as('colleague').get(`/api/cases/${own}`);
  const ids = data.similar.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([informative, common]);
  expect(data.similar[0].shared).toEqual(['Ангиокератома']);
});
