import { kindsByName } from '#domain/kinds/index.ts';
import { routePath } from '#domain/route.ts';

/** What readers can do on the portal, besides searching: on the home page and in the phone menu. */
export const tasks = [
  { url: '/diagnostics/signs/', title: 'Подбор по признакам', text: 'если диагноза ещё нет' },
  { url: kindsByName.entitlement.path, title: 'Кто платит', text: 'для болезни, возраста и региона' },
  {
    url: `${kindsByName.clinic.path}#filter-near`,
    title: 'Ближайший центр',
    text: 'где ставят диагноз и лечат',
  },
  { url: routePath, title: 'Маршрут пациента', text: 'что делать после диагноза' },
] as const;
