/** Phones are narrower than this; 808 is a desktop (ruling G38). Style sheets use 50.5rem. */
export const phoneBelow = 808;
