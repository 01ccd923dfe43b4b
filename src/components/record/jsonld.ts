import { isOver } from '#domain/study.ts';
import { siteWords, type CardFor, type RecordFor } from '#data/catalogue.ts';
import { kindsByName, addressOf, type KindName } from '#domain/kinds/index.ts';
import { portalDay, withOffset } from '#domain/dates.ts';
import { opening } from '../prose.ts';
import { nameOf, sortSigns } from './signs.ts';

/**
 * schema.org objects of records; the layout adds '@context' and escapes them. Empty values are left out.
 * `origin` is that of the site, without a slash: a page makes dozens of addresses, and `new URL` is slow.
 */
type JsonLd = Record<string, unknown>;

export function medicalCondition(
  disease: RecordFor<'disease'>,
  origin: string,
  treatments: readonly CardFor<'drug'>[] = [],
): JsonLd {
  const { orpha } = disease;
  return filled({
    '@type': 'MedicalCondition',
    name: disease.title,
    alternateName: [disease.title_en, ...disease.synonyms, ...disease.synonyms_en]
      .filter(Boolean)
      .slice(0, 20),
    url: urlOf('disease', disease.id, origin),
    description: disease.about && opening(disease.about, 300),
    code: [
      ...(orpha ? [medicalCode('ORPHA', String(orpha))] : []),
      ...disease.icd10.slice(0, 10).map(({ code }) => medicalCode('ICD-10', code)),
      ...disease.omim.slice(0, 10).map(({ code }) => medicalCode('OMIM', code)),
    ],
    sameAs: orpha ? `https://www.orpha.net/en/disease/detail/${orpha}` : undefined,
    signOrSymptom: sortSigns(disease.signs.filter(({ frequency }) => frequency !== 'excluded'))
      .slice(0, 12)
      .map((sign) => ({
        '@type': 'MedicalSignOrSymptom',
        name: nameOf(sign),
        code: medicalCode('HPO', sign.hpo),
      })),
    possibleTreatment:
      treatments.length > 0
        ? {
            '@type': 'MedicalTherapy',
            name: 'Лекарства',
            drug: treatments
              .slice(0, 10)
              .map((drug) => ({ '@type': 'Drug', name: drug.title, url: urlOf('drug', drug.id, origin) })),
          }
        : undefined,
  });
}

/** Properties of a medical page: date of the last change, and its reviewer where there is one. */
export function withPage(
  record: Pick<RecordFor<'disease'>, 'updated_at' | 'reviewed_at' | 'reviewer'>,
  subject: JsonLd,
): JsonLd {
  const { updated_at: updated, reviewed_at: reviewed, reviewer } = record;
  return {
    ...subject,
    mainEntityOfPage: filled({
      '@type': 'MedicalWebPage',
      inLanguage: 'ru',
      dateModified: portalDay(updated),
      lastReviewed: reviewed && portalDay(reviewed),
      reviewedBy: reviewed && reviewer ? { '@type': 'Person', name: reviewer } : undefined,
    }),
  };
}

/** The records of a list, in its order, by their addresses alone: their own pages tell the rest. */
export const itemList = (addresses: readonly string[], origin: string): JsonLd => ({
  '@type': 'ItemList',
  itemListElement: addresses.map((address, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: origin + address,
  })),
});

/** Who publishes the site, with its mark. */
export const publisher = (origin: string): JsonLd => ({
  '@type': 'Organization',
  name: siteWords().title,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
});

export function drugProduct(drug: RecordFor<'drug'>, origin: string): JsonLd {
  return filled({
    '@type': 'Drug',
    name: drug.title,
    alternateName: [drug.title_en, ...drug.synonyms].filter(Boolean),
    nonProprietaryName: drug.inn ?? drug.inn_en,
    activeIngredient: drug.inn ?? drug.inn_en,
    url: urlOf('drug', drug.id, origin),
    code: drug.atc.map((code) => medicalCode('ATC', code)),
    dosageForm: drug.form,
    manufacturer: drug.holder && organisation(drug.holder),
    mechanismOfAction: drug.mechanism,
    labelDetails: drug.instruction?.url,
  });
}

/** Statuses of schema.org for the field `status` of a study. */
const studyStatus: Record<string, string> = {
  recruiting: 'Recruiting',
  soon: 'NotYetRecruiting',
  invitation: 'EnrollingByInvitation',
  active: 'ActiveNotRecruiting',
  suspended: 'Suspended',
  completed: 'Completed',
  terminated: 'Terminated',
  withdrawn: 'Withdrawn',
};

export function medicalStudy(
  study: RecordFor<'research'>,
  origin: string,
  diseases: readonly CardFor<'disease'>[] = [],
  today: (until: string) => string = () => '',
): JsonLd {
  // A status that was not checked for a year is left out for machines, too.
  const status = isOver(study, today) ? undefined : studyStatus[study.status];
  return filled({
    '@type': study.study_type === 'observational' ? 'MedicalObservationalStudy' : 'MedicalTrial',
    name: study.title,
    alternateName: [study.title_en, study.acronym].filter(Boolean),
    url: urlOf('research', study.id, origin),
    description: study.summary && opening(study.summary, 300),
    identifier: study.numbers.map(({ registry, number }) => ({
      '@type': 'PropertyValue',
      propertyID: registry,
      value: number,
    })),
    status: status && `https://schema.org/${status}`,
    sponsor: study.sponsor && organisation(study.sponsor),
    healthCondition: diseases.slice(0, 20).map((disease) => condition(disease, origin)),
    studyLocation: study.cities.slice(0, 30).map((city) => ({
      '@type': 'AdministrativeArea',
      name: city,
    })),
  });
}

export function medicalClinic(clinic: RecordFor<'clinic'>, origin: string, region?: string): JsonLd {
  const type =
    clinic.clinic_kind === 'laboratory'
      ? 'DiagnosticLab'
      : clinic.clinic_kind === 'federal' || clinic.clinic_kind === 'regional'
        ? 'Hospital'
        : 'MedicalClinic';
  return filled({
    '@type': type,
    name: clinic.title,
    alternateName: [clinic.short, clinic.title_en, ...clinic.synonyms].filter(Boolean),
    url: urlOf('clinic', clinic.id, origin),
    sameAs: clinic.site,
    description: clinic.about && opening(clinic.about, 300),
    telephone: clinic.phones,
    email: clinic.email,
    address: filled({
      '@type': 'PostalAddress',
      addressCountry: 'RU',
      addressRegion: region,
      addressLocality: clinic.city,
      streetAddress: clinic.address,
    }),
    geo: clinic.coordinates && { '@type': 'GeoCoordinates', ...clinic.coordinates },
  });
}

export function eventOf(event: RecordFor<'event'>, origin: string): JsonLd {
  const mode = { onsite: 'Offline', online: 'Online', mixed: 'Mixed' }[event.format];
  const places = [
    event.format === 'online'
      ? undefined
      : filled({ '@type': 'Place', name: event.place ?? 'Место уточняется', address: event.place }),
    event.format === 'onsite'
      ? undefined
      : { '@type': 'VirtualLocation', url: event.link ?? urlOf('event', event.id, origin) },
  ].filter(Boolean);
  return filled({
    '@type': 'EducationEvent',
    name: event.title,
    url: urlOf('event', event.id, origin),
    sameAs: event.link,
    startDate: withOffset(event.starts_at, event.zone),
    endDate: event.ends_at && withOffset(event.ends_at, event.zone),
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: places.length === 1 ? places[0] : places,
    organizer: event.organiser && organisation(event.organiser),
    description: event.programme && opening(event.programme, 300),
    isAccessibleForFree: event.registration?.free,
  });
}

export function newsArticle(
  news: RecordFor<'news'>,
  origin: string,
  about: readonly CardFor<'disease'>[] = [],
): JsonLd {
  return filled({
    '@type': 'NewsArticle',
    headline: opening(news.title, 110),
    description: news.lead,
    url: urlOf('news', news.id, origin),
    datePublished: news.date,
    dateModified: portalDay(news.updated_at) > news.date ? portalDay(news.updated_at) : news.date,
    inLanguage: 'ru',
    image: news.picture && origin + news.picture.src.replace(/#.*/, ''),
    publisher: publisher(origin),
    about: about.slice(0, 10).map((disease) => condition(disease, origin)),
  });
}

const medicalCode = (codingSystem: string, codeValue: string) => ({
  '@type': 'MedicalCode',
  codingSystem,
  codeValue,
});
const organisation = (name: string) => ({ '@type': 'Organization', name });
const condition = (disease: CardFor<'disease'>, origin: string) => ({
  '@type': 'MedicalCondition',
  name: disease.title,
  url: urlOf('disease', disease.id, origin),
});
const urlOf = (kind: KindName, id: number, origin: string) => origin + addressOf(kindsByName[kind], { id });

function filled(object: JsonLd): JsonLd {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}
