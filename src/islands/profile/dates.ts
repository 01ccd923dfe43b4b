const day = new Intl.DateTimeFormat('ru', { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short' });

export const dayOf = (iso: string) => day.format(new Date(iso));
export const momentOf = (iso: string) => moment.format(new Date(iso));
