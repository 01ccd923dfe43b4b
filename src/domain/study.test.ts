import { expect, test } from 'vitest';
import {
  countStages,
  countSubjects,
  groupSites,
  registryLink,
  formatParticipants,
  formatCentre,
  timelineOf,
  formatStatus,
  formatStudies,
} from './study.ts';

test('Russian sites are grouped by subject, others counted by country', () => {
  const grouped = groupSites(
    [
      { country: 'Россия', subject: '78', city: 'Санкт-Петербург' },
      { country: 'Germany' },
      { country: 'Russia', city: 'Томск' },
      { country: 'Россия', subject: '77' },
      { country: 'Россия', subject: '77' },
      { country: 'Germany' },
      { country: 'France' },
      {},
    ],
    (code) => (code === '77' ? 'Москва' : 'Санкт-Петербург'),
  );
  expect(grouped.inRussia.map(({ title, sites }) => [title, sites.length])).toEqual([
    ['Москва', 2],
    ['Санкт-Петербург', 1],
    ['Томск', 1],
  ]);
  expect(grouped.abroad).toEqual([
    { country: 'Germany', count: 2 },
    { country: 'France', count: 1 },
    { country: 'Страна не указана', count: 1 },
  ]);
});

test.each([
  [{ started_at: '2024', completed_at: '2028', status_checked_at: '2026-01-01' }, [2024, 2028, 50]],
  [{ started_at: '2024', completed_at: '2025', status_checked_at: '2026-01-01' }, [2024, 2025, 100]],
  [{ started_at: '2027', completed_at: '2028', status_checked_at: '2026-01-01' }, [2027, 2028, 0]],
  [{ started_at: '2024-05', status_checked_at: '2026-01-01' }, [2024, undefined, undefined]],
  [{ started_at: '2024', completed_at: '2024', status_checked_at: '2026-01-01' }, [2024, 2024, undefined]],
])('the timeline of %j ends at %j', (study, [from, to, passed]) =>
  expect(timelineOf(study)).toEqual({ from, to, passed }),
);

test('a study without a start has no timeline', () => expect(timelineOf({})).toBeUndefined());

test('studies are counted by phase and stage', () =>
  expect(
    countStages([
      { phase: '3', status: 'recruiting' },
      { phase: '3', status: 'soon' },
      { phase: '1', status: 'terminated' },
      { status: 'completed' },
    ]).map(({ title, total, counts }) => [title, total, counts.recruiting, counts.stopped, counts.finished]),
  ).toEqual([
    ['Фаза I', 1, 0, 1, 0],
    ['Фаза III', 2, 2, 0, 0],
    ['Без фазы', 1, 0, 0, 1],
  ]));

test('registry numbers are linked where possible', () => {
  expect(registryLink('NCT', 'NCT01234567')).toBe('https://clinicaltrials.gov/study/NCT01234567');
  expect(registryLink('РКИ', '12/3')).toBeUndefined();
});

test.each([
  [
    { age_from: 2, age_to: 18, sex: 'any', enrolment: 120, enrolment_kind: 'planned' },
    'Пациенты: от 2 до 18 лет, любого пола. Планируется: 120 участников.',
  ],
  [{ age_from: 1 }, 'Пациенты: от 1 года.'],
  [
    { age_to: 21, sex: 'female', enrolment: 1, enrolment_kind: 'actual' },
    'Пациенты: до 21 года, женского пола. Включено: 1 участник.',
  ],
  [{ age_from: 0.5, age_to: 2 }, 'Пациенты: от 0,5 до 2 лет.'],
  [{}, ''],
] as const)('participants of %j read «%s»', (study, expected) =>
  expect(formatParticipants(study)).toBe(expected),
);

test('centres are counted by federal subject; foreign ones and those without one are not', () => {
  const sites = [{ subject: '78' }, { subject: '77' }, { country: 'Франция' }, { subject: '77' }, {}];
  expect(countSubjects(sites, (code) => `№ ${code}`)).toEqual([
    { code: '77', title: '№ 77', count: 2 },
    { code: '78', title: '№ 78', count: 1 },
  ]);
});

test("a catalogue centre has its Russian name and the registry's text", () => {
  const known = 'Медицинский университет «Реавиз»';
  expect(formatCentre({ facility: 'Reaviz ( Site 1227)', city: 'Самара' }, known)).toEqual({
    title: known,
    place: 'Самара',
    original: 'Reaviz (Site 1227)',
    lang: 'en',
  });
  expect(formatCentre({ facility: 'ГБУЗ, Самара', city: 'Самара' })).toMatchObject({
    title: 'ГБУЗ, Самара',
    place: undefined,
    original: undefined,
  });
  expect(formatCentre({}).title).toBe('Центр без названия');
  expect(formatCentre({ facility: 'Investigational Site Number : 6430001', city: 'Москва' })).toMatchObject({
    title: 'Название центра не раскрыто (№ 6430001)',
    place: 'Москва',
    lang: 'ru',
  });
});

test.each([
  ['recruiting', '2025-08-01', 'Набор открыт на 03.07.2025', 'ok'],
  ['recruiting', '2026-01-02', 'Набор открыт на 03.07.2025', 'ok'],
  ['recruiting', '2026-01-03', 'Набор открыт на 03.07.2025', 'warn'],
  ['recruiting', '2026-07-03', 'На 3 июля 2025 набор шёл', 'warn'],
  ['active', '2026-11-23', 'На 3 июля 2025 шло без набора', 'warn'],
  ['completed', '2026-11-23', 'Завершено, статус на 03.07.2025', undefined],
] as const)('a status shows its age: %s, seen %s', (status, day, text, tone) =>
  expect(formatStatus({ status, status_checked_at: '2025-07-03' }, () => day)).toMatchObject({ text, tone }),
);

test('a status read a year ago no longer counts as recruiting', () => {
  const studies = [
    { status: 'recruiting', status_checked_at: '2025-07-03' },
    { status: 'completed', status_checked_at: '2025-07-03' },
  ] as const;
  expect(formatStudies(studies, () => '2025-09-01')).toContain('набор открыт в 1 из них на 3 июля 2025');
  expect(formatStudies(studies, () => '2026-11-23')).toContain('на 3 июля 2025 года набор шёл в 1 из них');
});

test.each([
  ['NCT', 'NCT01', 'https://clinicaltrials.gov/study/NCT01'],
  ['CTIS', '2023-5', 'https://euclinicaltrials.eu/ctis-public/view/2023-5'],
  [
    'EudraCT',
    '2019-1',
    'https://www.clinicaltrialsregister.eu/ctr-search/search?query=eudract_number:2019-1',
  ],
  ['ISRCTN', '7', undefined],
])('a study of %s has its page in the registry', (registry, number, address) => {
  expect(registryLink(registry, number)).toBe(address);
});

test('a status without a day says that its day is not known', () => {
  expect(formatStatus({ status: 'recruiting' }, () => '2026-11-28').text).toContain(
    'день проверки неизвестен',
  );
});
