import { tellHead } from '../alerts/heads.ts';
import { keepWatch } from '../alerts/keep.ts';
import type { AlertLog } from '../alerts/alerts.ts';
import { keepBackup } from '../backup/schedule.ts';
import { sendBroadcasts } from '../broadcasts/send.ts';
import { ageRecords } from '../catalogue/derived.ts';
import type { Timetable } from '../base/every.ts';
import { sendDigests } from '../digests/send.ts';
import { tellOfOverdue } from '../editors/overdue.ts';
import { runSchedules } from '../editors/schedule.ts';
import { renewFiles } from '../files/renew.ts';
import { dailyChecks } from '../links/keep.ts';
import { readCountOf } from '../reads/count.ts';
import type { Context } from '../request/context.ts';
import { sweep } from './sweep.ts';

const minute = 60;
const hour = 60 * minute;

/** All that a server does by the clock. */
export function keepTime(context: Context, timetable: Timetable, log: AlertLog): void {
  const { every } = timetable;
  every(hour, 'old rows of people could not be removed', () => sweep(context));
  every(
    hour,
    'what has grown old could not be worked out',
    () => ageRecords(context.database, context.now()),
    minute,
  );
  every(hour, 'files could not be made ready for pages', () => renewFiles(context));
  keepWatch(context, timetable, log);
  every(hour, 'the head of the audit was not kept', () =>
    tellHead(context, (facts, words) => log.info(facts, words)),
  );
  if (context.settings.BACKUPS !== 'off')
    every(hour, 'the daily copy was not made', () => keepBackup(context));
  every(minute, 'how pages were read was not written down', () => readCountOf(context).flush(), minute);
  every(minute, 'letters about changes could not be laid out', () => sendDigests(context));
  every(5, 'a mailing could not go on', () => sendBroadcasts(context));
  every(hour, 'editors could not be told what to look at again', () => tellOfOverdue(context));
  every(1, 'what was scheduled could not be done', () => runSchedules(context), 1);
  every(10 * minute, 'the daily checks could not be made', dailyChecks(context), minute);
}
