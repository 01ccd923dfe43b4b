/** All the script of an anonymous reader's page before any interaction. */
import { startDialogs } from '../dialogs.ts';
import { startIslands } from '../loader.ts';
import { startAccounts } from './account.ts';
import { startOffline } from './offline.ts';
import { startPreferences } from './preferences.ts';
import { startPrefetch } from './prefetch.ts';
import { noteVisit } from './recent.ts';
import { startSearch } from './search.ts';

startIslands();
startAccounts();
startDialogs();
startOffline();
startPreferences();
startPrefetch();
startSearch();
noteVisit();
