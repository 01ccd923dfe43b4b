/** All the script of an anonymous reader's page before any interaction. */
import { startDialogs } from './dialogs.ts';
import { startPreferences } from './preferences.ts';
import { startPrefetch } from './prefetch.ts';

startDialogs();
startPreferences();
startPrefetch();
