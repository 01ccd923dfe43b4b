/** Names of the portal, for the home page, titles and letters. */
export interface SiteWords {
  title: string;
  subtitle: string;
  /** Appended to page titles (ruling G66). */
  tagline: string;
  /** Short name: for phone icons and the address bar. */
  short: string;
}

/** Defaults; editors may replace them. */
export const site: SiteWords = {
  /** The specification's «Регист» is a misprint (ruling G1). */
  title: 'Регистр орфанных заболеваний',
  subtitle: 'исследования, организации, препараты',
  tagline: 'Каталог для врачей и партнёров',
  short: 'Орфанный регистр',
};

/** Labels and maximum lengths: the name fits the header, the short one OpenSearch 1.1. */
export const siteFields: readonly { name: keyof SiteWords; title: string; maxLength: number }[] = [
  { name: 'title', title: 'Название', maxLength: 60 },
  { name: 'subtitle', title: 'Строка под названием на главной', maxLength: 120 },
  { name: 'tagline', title: 'Подпись в заголовках страниц', maxLength: 80 },
  { name: 'short', title: 'Короткое имя', maxLength: 16 },
];
