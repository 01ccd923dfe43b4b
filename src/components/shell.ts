/** All the script of an anonymous reader's page before any interaction. */
import { startChunkReload } from '#islands/chunkReload.ts';
import { startDialogs } from './dialogs.ts';
import { startPreferences } from './preferences.ts';
import { startPrefetch } from './prefetch.ts';
import { startSearch } from './searchOpening.ts';

startChunkReload();
startDialogs();
startPreferences();
startPrefetch();
startSearch();
