/**
 * Therapeutic areas: the initial dictionary `therapeuticarea` with the heads of the Orphanet classifications
 * in each. The order roughly follows Orphanet's linearisation and decides which area of a disease comes
 * first.
 */
export interface Area {
  code: string;
  title: string;
  /** ORPHA codes of the heads. */
  heads: readonly number[];
  /** Used only for diseases without another area: nearly all rare diseases are genetic. */
  isLast?: boolean;
}

export const areas: readonly Area[] = [
  { code: 'metabolic', title: 'Наследственные болезни обмена веществ', heads: [68367] },
  { code: 'malformations', title: 'Врождённые пороки развития', heads: [93890] },
  { code: 'neurology', title: 'Неврология', heads: [98006, 98033, 98065] },
  { code: 'oncology', title: 'Онкология', heads: [250908, 602659, 602711] },
  { code: 'hematology', title: 'Гематология', heads: [97992] },
  { code: 'immunology', title: 'Иммунология', heads: [98004] },
  { code: 'endocrinology', title: 'Эндокринология', heads: [97978] },
  { code: 'bone', title: 'Болезни костей', heads: [93419, 98067] },
  { code: 'dermatology', title: 'Дерматология', heads: [89826, 68348] },
  { code: 'ophthalmology', title: 'Офтальмология', heads: [97966] },
  { code: 'nephrology', title: 'Нефрология', heads: [93626] },
  { code: 'cardiology', title: 'Кардиология и кардиохирургия', heads: [97929, 97965] },
  { code: 'pulmonology', title: 'Пульмонология', heads: [97955] },
  { code: 'gastroenterology', title: 'Гастроэнтерология', heads: [97935] },
  { code: 'hepatology', title: 'Гепатология', heads: [57146] },
  { code: 'rheumatology', title: 'Ревматология и системные болезни', heads: [98023, 280342] },
  { code: 'infectious', title: 'Инфекционные болезни', heads: [68416] },
  { code: 'otorhinolaryngology', title: 'Оториноларингология', heads: [98036] },
  { code: 'vascular', title: 'Болезни сосудов', heads: [98028] },
  { code: 'gynecology', title: 'Гинекология и акушерство', heads: [96344] },
  { code: 'reproduction', title: 'Репродуктивная медицина', heads: [98047] },
  { code: 'urology', title: 'Урология', heads: [101433] },
  { code: 'dentistry', title: 'Стоматология', heads: [98026] },
  { code: 'maxillofacial', title: 'Челюстно-лицевая хирургия', heads: [68329] },
  { code: 'surgery', title: 'Абдоминальная и торакальная хирургия', heads: [165711, 97962] },
  { code: 'allergology', title: 'Аллергология', heads: [98050] },
  { code: 'toxicology', title: 'Токсические воздействия', heads: [108999] },
  { code: 'transplantation', title: 'Трансплантология', heads: [565779, 506207], isLast: true },
  { code: 'genetics', title: 'Медицинская генетика', heads: [98053], isLast: true },
];

const byHead = new Map(areas.flatMap((area) => area.heads.map((head) => [head, area] as const)));

export const areaOfHead = (orpha: number): Area | undefined => byHead.get(orpha);

/** Area codes of a disease, found through its ancestors; the area of the preferred head comes first. */
export function areasOf(
  orpha: number,
  parentsOf: (orpha: number) => readonly number[],
  preferredHead?: number,
): string[] {
  const found = new Set<Area>();
  const seen = new Set<number>();
  const ahead = [orpha];
  for (let code = ahead.pop(); code !== undefined; code = ahead.pop()) {
    if (seen.has(code)) continue;
    seen.add(code);
    const area = byHead.get(code);
    if (area) found.add(area);
    ahead.push(...parentsOf(code));
  }
  const first = preferredHead === undefined ? undefined : byHead.get(preferredHead);
  if (first) found.add(first);
  return orderAreas([...found], first);
}

/** Codes in list order, the given one first; last resorts only without others. */
export function orderAreas(found: readonly Area[], first?: Area): string[] {
  const real = found.filter((area) => !area.isLast || area === first);
  const rest = (real.length > 0 ? real : found.slice()).toSorted(
    (one, other) => areas.indexOf(one) - areas.indexOf(other),
  );
  const ordered = first && rest.includes(first) ? [first, ...rest.filter((area) => area !== first)] : rest;
  return ordered.map(({ code }) => code);
}
