import { getCards, getFields, getRecord, latest } from '#data/catalogue.ts';
import type { Catalogue, FinderSign } from '#domain/finder.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { isUnchecked, nameOf, type Sign } from './signs.ts';

/** So many tests are looked through; a list so long is narrowed by its filters. */
const mostTests = 500;

/** What the finder of tests by signs needs of the catalogue: tests, their diseases and the signs of these. */
export function finderCatalogue(): Catalogue {
  const signs = new Map<string, { place: number; sign: FinderSign }>();
  const placeOf = (sign: Pick<Sign, 'hpo' | 'label' | 'label_status'> & { label_en?: string }): number => {
    const known = signs.get(sign.hpo);
    if (known) return known.place;
    const whole = { ...sign, label_en: sign.label_en ?? '' };
    const place = signs.size;
    signs.set(sign.hpo, {
      place,
      sign: {
        hpo: sign.hpo,
        label: nameOf(whole),
        ...(isUnchecked(whole) ? { english: whole.label_en } : {}),
      },
    });
    return place;
  };
  const places = new Map<number, number>();
  const diseases: Catalogue['diseases'][number][] = [];
  const tests = latest('diagnostic', mostTests).flatMap(({ id }) => {
    const test = getRecord('diagnostic', id);
    if (!test) return [];
    for (const linked of test.diseases) {
      if (places.has(linked)) continue;
      const disease = getFields('disease', linked, ['title', 'signs']);
      if (!disease) continue;
      places.set(linked, diseases.length);
      diseases.push({
        id: linked,
        title: disease.title,
        signs: disease.signs.map((sign) => [placeOf(sign), sign.frequency ?? null] as const),
      });
    }
    return [
      {
        id: test.id,
        title: test.title,
        ...(test.method ? { method: test.method } : {}),
        ...(test.material ? { material: test.material } : {}),
        ...(test.free === undefined ? {} : { free: test.free }),
        diseases: test.diseases.flatMap((linked) => places.get(linked) ?? []),
        signs: test.signs.map((sign) => placeOf(sign)),
        clinics: getCards('clinic', test.clinics.slice(0, 20)).map((clinic) => ({
          id: clinic.id,
          title: clinic.short ?? clinic.title,
        })),
      },
    ];
  });
  const { disease, diagnostic, clinic } = kindsByName;
  return {
    signs: [...signs.values()].map(({ sign }) => sign),
    diseases,
    tests,
    paths: { disease: disease.path, diagnostic: diagnostic.path, clinic: clinic.path },
  };
}
