/** All the script of an anonymous reader's page before any interaction. */
import { startDialogs } from './dialogs.ts';
import { startPreferences } from './preferences.ts';
import { startPrefetch } from './prefetch.ts';
import { startSearch } from './searchOpening.ts';

startDialogs();
startPreferences();
startPrefetch();
startSearch();
