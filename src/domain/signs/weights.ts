/**
 * Constants of the ranking. Chosen on 134 of 353 cohorts of published patients (those whose SHA-256 of the name begins
 * with a byte under 102) and measured on the other 219: `npm run proof -- signs FOLDER`.
 */
export interface Weights {
  /** How much of the ratio a sign keeps that the disease has only in a vaguer form. */
  ancestor: number;
  /** Power of the ratio: signs of one patient are no independent witnesses. */
  power: number;
  /** The least ratio of a sign that the disease does not explain at all. */
  unexplained: number;
  /** Price of a sign of the disease that nobody named: as if so many of 100 such signs were always told. */
  silence: number;
  /** Diseases with long lists of signs pay less for each that was not named. */
  length: number;
  /** Price of a sign that was looked for and not found. */
  absence: number;
  /** How much signs that say nearly the same share one weight. */
  overlap: number;
  /** Keeps the share among all diseases from nothing. */
  least: number;
  /** Weights of soft evidence, as logarithms; 0 switches one off. */
  sex: number;
  age: number;
  inheritance: number;
  prevalence: number;
}

export const weights: Weights = {
  ancestor: 0.1,
  power: 0.7,
  unexplained: 0.07,
  silence: 0.18,
  length: 0.2,
  absence: 0.03,
  overlap: 0.5,
  least: 1e-4,
  sex: 1,
  age: 1,
  inheritance: 1,
  prevalence: 0,
};
