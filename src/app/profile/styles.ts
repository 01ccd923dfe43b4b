import { injectStyles } from '#ui/injectStyles.ts';
import css from './profile.css?inline';

injectStyles(css);
