export { dayOf, momentOf } from '../moments.ts';
