import { countOf, latest, type CardFor } from '#data/catalogue.ts';

/** Every institution as a card: who asks distinguishes places of care and sites of trials. */
export const institutions = (): CardFor<'clinic'>[] => latest('clinic', countOf('clinic'));
