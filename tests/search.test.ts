import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findKind, valuesAt, type AnyRecord, type Kind } from '#domain/kinds/index.ts';
import { SearchIndex } from '#domain/search/index.ts';
import { searchRecordOf } from '#domain/searched.ts';

const starter = path.join(import.meta.dirname, '../src/starter');

interface Line {
  kind: Kind;
  external: string | undefined;
  data: object;
}
const lines: Line[] = readdirSync(starter).flatMap((file) => {
  const kind = file.endsWith('.ndjson') ? findKind(path.basename(file, '.ndjson')) : undefined;
  if (!kind) return [];
  const texts = readFileSync(path.join(starter, file), 'utf8').trim().split('\n');
  return texts.map(
    (text) => ({ kind, ...(JSON.parse(text) as { external?: string; data: object }) }) as Line,
  );
});
const inbound = new Map<string, number>();
for (const { kind, data } of lines)
  for (const name of Object.keys(kind.links).flatMap((field) => valuesAt(data, field)))
    inbound.set(String(name), (inbound.get(String(name)) ?? 0) + 1);

/** The starter catalogue as the search reads it. */
const index = new SearchIndex(
  lines.map(({ kind, external, data }, place) =>
    searchRecordOf(kind, { ...data, id: place + 1 } as AnyRecord, inbound.get(external ?? '') ?? 0),
  ),
);
const found = (query: string) => index.search(query).hits.map(({ title }) => title);

const oedema = 'Наследственный ангионевротический отёк';
const batten = 'Нейрональный цероидный липофусциноз, тип 2';
const rickets = 'X-сцепленная гипофосфатемия';
const bones = 'Несовершенный остеогенез';
test.each([
  ['квинке', oedema],
  ['отек квинке', oedema],
  ['нао', oedema],
  ['болезнь Баттена', batten],
  ['болезнь батена', batten],
  ['нкл', batten],
  ['фосфат диабет', rickets],
  ['гипофосфатемический рахит', rickets],
  ['хрупкие кости', bones],
  ['болезнь хрупких костей', bones],
  ['хрустальная болезнь', bones],
  ['сгхс', 'Гомозиготная семейная гиперхолестеринемия'],
  ['даат', 'Дефицит альфа-1-антитрипсина'],
  ['гипофизарный нанизм', 'Врождённый изолированный дефицит гормона роста'],
  ['вдкн', 'Классическая форма врождённой дисфункции коры надпочечников вследствие дефицита 21-гидроксилазы'],
  ['лаг', 'Идиопатическая/наследуемая лёгочная артериальная гипертензия'],
  ['болезнь вольмана', 'Дефицит лизосомной кислой липазы'],
  ['синдром шейе', 'Мукополисахаридоз I типа'],
  ['дмд', 'Мышечная дистрофия Дюшенна'],
  ['болезнь лу герига', 'Боковой амиотрофический склероз'],
  ['анемия кули', 'Бета-талассемия'],
  ['фку', 'Фенилкетонурия'],
  ['ujit', 'Болезнь Гоше'],
  ['omim 230800', 'Болезнь Гоше'],
  ['мпс 2', 'Мукополисахаридоз II типа'],
  ['хантера', 'Мукополисахаридоз II типа'],
  ['агус', 'Атипичный гемолитико-уремический синдром'],
  ['рдкб', 'Российская детская клиническая больница, г. Москва'],
])('B004 what a doctor types leads to the record: %s', (query, title) => {
  expect(found(query)[0]).toBe(title);
});

test('B004 a substance leads to every drug that holds it', () => {
  expect(found('экулизумаб').slice(0, 5)).toEqual(expect.arrayContaining(['Солирис', 'Элизария']));
});

test.each(['синдром сотоса', 'болезнь бехтерева', 'системная склеродермия'])(
  'a name that the catalogue does not have brings no list of others that share its commonest word: %s',
  (query) => {
    expect(found(query)).toEqual([]);
  },
);
