/** Narrower than this many pixels is a phone; 808 itself is a desktop (ruling G38). Style sheets write it as 50.5rem. */
export const phoneBelow = 808;
