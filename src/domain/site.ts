/** What the portal calls itself: on its home page, in titles, in letters, wherever its name is read. */
export interface SiteWords {
  title: string;
  subtitle: string;
  /** Follows the name in page titles (ruling G66). */
  tagline: string;
  /** Where there is no room for the name: under the icon on a phone, in the address bar of a browser. */
  short: string;
}

/** The words that ship; editors may put others in their place. */
export const site: SiteWords = {
  /** The specification spells it «Регист»; ruling G1 reads that as a slip of the pen. */
  title: 'Регистр орфанных заболеваний',
  subtitle: 'исследования, организации, препараты',
  tagline: 'Каталог для врачей и партнёров',
  short: 'Орфанный регистр',
};

/** Each with its label at the desk and the most signs: the name fits the header, the short one OpenSearch 1.1. */
export const siteFields: readonly { name: keyof SiteWords; title: string; most: number }[] = [
  { name: 'title', title: 'Название', most: 60 },
  { name: 'subtitle', title: 'Строка под названием на главной', most: 120 },
  { name: 'tagline', title: 'Подпись в заголовках страниц', most: 80 },
  { name: 'short', title: 'Короткое имя', most: 16 },
];
