import { adopt } from '#ui/adopt.ts';
import '../profile/styles.ts';
import css from './today.css?inline';

adopt(css);
