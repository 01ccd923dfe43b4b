/** All the script of an anonymous reader's page before any interaction. */
import { startAccountOpening } from '#islands/account/opening.ts';
import { startDialogs } from '#islands/frame/dialogs.ts';
import { startOffline } from './offline.ts';
import { startPreferences } from './preferences.ts';
import { startPrefetch } from './prefetch.ts';
import { startSearch } from './searchOpening.ts';

startAccountOpening();
startDialogs();
startOffline();
startPreferences();
startPrefetch();
startSearch();
