import { adopt } from '#ui/adopt.ts';
import css from './profile.css?inline';

adopt(css);
