import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/**
 * Collects the garbage of this thread at the end of large work: V8 keeps it, some 100 MB, until something else is
 * allocated. Stops the thread for a tenth of a second.
 */
export const collectGarbage = runInNewContext('gc') as () => void;
