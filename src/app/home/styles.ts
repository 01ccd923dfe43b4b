import { injectStyles } from '#ui/injectStyles.ts';
import '../profile/styles.ts';
import css from './today.css?inline';

injectStyles(css);
