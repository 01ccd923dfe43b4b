import { addPublishedCase } from './cases.ts';
import { putTerms } from '#server/catalogue/terms.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import type { Draft } from '#server/catalogue/draft.ts';
import type { Database, WriteTransaction } from '#server/database/database.ts';

/** Words for doctors or editors only; tests search every response for them. */
export const secrets = {
  draft: 'тайнаячерновика',
  closed: 'тайнадозировки',
  case: 'тайнаслучая',
} as const;

/** Ids of the sample's records by short name. */
export type Sample = Record<
  | 'gaucher'
  | 'fabry'
  | 'ezhevika'
  | 'draftDisease'
  | 'cerezyme'
  | 'trial'
  | 'clinic'
  | 'laboratory'
  | 'event'
  | 'oldNews'
  | 'news'
  | 'project'
  | 'diagnostic'
  | 'guideline'
  | 'entitlement'
  | 'resource'
  | 'page'
  | 'case',
  number
>;

/** A small catalogue with every kind, links in both directions, a draft and a case. */
export async function fillSample(database: Database): Promise<Sample> {
  return await database.transaction(async (tx) => {
    await fillTerms(tx);
    const write = async (kind: string, fields: Record<string, unknown>, more: Partial<Draft> = {}) => {
      const draft: Draft = { kind, fields, state: 'published', origins: 'editor', author: 'test', ...more };
      return (await writeRecord(tx, draft)).id;
    };
    const gaucher = await write(
      'disease',
      {
        title: 'Болезнь Гоше',
        title_status: 'established',
        title_en: 'Gaucher disease',
        orpha: 355,
        icd10: [{ code: 'E75.2', relation: 'narrower' }],
        areas: ['metabolic', 'hematology'],
        inheritance: ['autosomal-recessive'],
        onset: ['any'],
        genes: [{ symbol: 'GBA1', role: 'causal' }],
        lists: [{ name: 'vzn14', checked_at: '2026-11-01' }],
      },
      {
        reviewed_at: '2026-11-20',
        sources: [
          { title: 'Orphadata', date: '2025-12-01', version: '1.3.42', fields: ['title_en', 'genes'] },
        ],
      },
    );
    const fabry = await write('disease', {
      title: 'Болезнь Фабри',
      title_status: 'established',
      orpha: 324,
      areas: ['metabolic'],
      inheritance: ['x-linked-recessive'],
    });
    const ezhevika = await write('disease', {
      title: 'Ёжиковый синдром',
      title_status: 'translated',
      type: 'clinical-syndrome',
      areas: ['hematology'],
      parents: [gaucher],
    });
    const draftDisease = await write(
      'disease',
      {
        title: `Черновик ${secrets.draft}`,
        title_status: 'unsure',
        areas: ['secret-area'],
        parents: [gaucher],
      },
      { state: 'draft' },
    );
    const cerezyme = await write('drug', {
      title: 'Церезим',
      title_en: 'Cerezyme',
      inn: 'имиглюцераза',
      atc: ['A16AB02'],
      registration: { state: 'registered', number: 'П N012345/01' },
      lists: ['vzn14'],
      diseases: [gaucher, draftDisease],
      dosing: secrets.closed,
    });
    const clinic = await write('clinic', {
      title: 'Центр орфанных болезней',
      title_en: 'Orphan Centre',
      subject: '77',
      city: 'Москва',
      clinic_kind: 'federal',
      patients: ['adults', 'children'],
      diseases: [gaucher],
    });
    const laboratory = await write('clinic', {
      title: 'Лаборатория наследственных болезней',
      title_en: 'Laboratory',
      subject: '78',
      clinic_kind: 'laboratory',
    });
    const trial = await write('research', {
      title: 'Исследование терапии болезни Гоше',
      nct: 'NCT01234567',
      numbers: [{ registry: 'NCT', number: 'NCT01234567' }],
      phase: '3',
      study_type: 'interventional',
      status: 'recruiting',
      status_checked_at: '2026-11-01',
      started_at: '2025-03',
      diseases: [gaucher],
      drugs: [cerezyme],
      clinics: [clinic],
      sites: [{ facility: 'Центр', city: 'Москва', subject: '77', clinic }],
    });
    const event = await write('event', {
      title: 'Школа по болезни Гоше',
      format: 'online',
      starts_at: '2026-12-05T10:00',
      link: 'https://example.org/school',
      areas: ['metabolic'],
      diseases: [gaucher],
    });
    const oldNews = await write('news', {
      title: 'Старая новость',
      key: 'old',
      date: '2025-01-15',
      topics: ['закон'],
    });
    const news = await write('news', {
      title: 'Новая новость',
      key: 'new',
      date: '2026-11-10',
      topics: ['портал', 'закон'],
      diseases: [fabry],
    });
    const project = await write('project', {
      title: 'Наблюдение за болезнью Фабри',
      number: 'P-1',
      status: 'recruiting',
      diseases: [fabry],
    });
    const diagnostic = await write('diagnostic', {
      title: 'Активность глюкоцереброзидазы',
      key: 'gba',
      method: 'Тандемная масс-спектрометрия',
      free: true,
      diseases: [gaucher],
      clinics: [laboratory],
    });
    const guideline = await write('guideline', {
      title: 'Болезнь Фабри у взрослых',
      number: '999_1',
      year: 2024,
      patients: ['adults'],
      icd10: ['E75.2'],
      link: 'https://example.org/guideline',
      status: 'in-force',
      diseases: [fabry],
    });
    const entitlement = await write('entitlement', {
      title: 'Лекарства по программе 14 нозологий',
      key: 'vzn14',
      programme: 'vzn14',
      list: 'vzn14',
      age_from: 18,
      payer: 'Федеральный бюджет',
      gives: 'Лекарства бесплатно.',
      steps: ['Врач подаёт сведения в регистр.'],
      act: { title: 'Постановление № 1416' },
      diseases: [fabry],
    });
    const resource = await write('resource', {
      title: 'Orphanet',
      link: 'https://www.orpha.net/',
      type: 'database',
      language: 'en',
    });
    const page = await write('page', { title: 'О портале', code: 'about', body: 'Что это за портал.' });
    const clinicalCase = await addPublishedCase(tx, {
      title: `Случай ${secrets.case}`,
      diseases: [gaucher],
    });
    return {
      gaucher,
      fabry,
      ezhevika,
      draftDisease,
      cerezyme,
      trial,
      clinic,
      laboratory,
      event,
      oldNews,
      news,
      project,
      diagnostic,
      guideline,
      entitlement,
      resource,
      page,
      case: clinicalCase,
    };
  });
}

async function fillTerms(tx: WriteTransaction): Promise<void> {
  const items = (...pairs: [string, string][]) =>
    pairs.map(([code, title], position) => ({ code, title, position }));
  await putTerms(tx, 'subject', items(['77', 'Москва'], ['78', 'Санкт-Петербург']));
  await putTerms(
    tx,
    'therapeuticarea',
    items(['metabolic', 'Болезни обмена'], ['hematology', 'Гематология']),
  );
  await putTerms(
    tx,
    'scientificstatus',
    items(['none', 'Нет степени'], ['phd', 'Кандидат медицинских наук']),
  );
  await putTerms(tx, 'specialization', items(['genetics', 'Генетика']));
}
