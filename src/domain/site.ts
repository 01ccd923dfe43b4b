/** What the portal says of itself on its home page, in titles and in letters. */
export const site = {
  /** The specification spells it «Регист»; ruling G1 reads that as a slip of the pen. */
  title: 'Регистр орфанных заболеваний',
  subtitle: 'исследования, организации, препараты',
  /** Follows the name in page titles (ruling G66). */
  tagline: 'Каталог для врачей и партнёров',
} as const;
