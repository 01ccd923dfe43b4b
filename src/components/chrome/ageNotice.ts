/** A notice, not a gate (ruling G46). */
export const ageNotice = '18+';
