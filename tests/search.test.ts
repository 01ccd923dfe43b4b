import { expect, test } from 'vitest';
import { SearchIndex } from '#domain/search/index.ts';
import { starterRecords } from './sample/searched.ts';

const index = new SearchIndex(starterRecords());
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
