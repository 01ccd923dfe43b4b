import { secondsPerHour, secondsPerMinute } from '#domain/durations.ts';
import { checkAuditDaily } from '../audit/check.ts';
import { headOf, headText } from '../audit/heads.ts';
import { startAlertChecks, type AlertLog } from '../alerts/alerts.ts';
import { keepBackup } from '../backup/schedule.ts';
import { sendBroadcasts } from '../broadcasts/send.ts';
import { ageRecords } from '../catalogue/derived.ts';
import type { Timetable } from '../base/every.ts';
import { sendDigests } from '../digests/send.ts';
import { notifyOfOverdue, runSchedules } from '../editors/schedule.ts';
import type { Context } from '../request/context.ts';
import { sweep } from './sweep.ts';

export function startTimers(context: Context, timetable: Timetable, log: AlertLog): void {
  const { every } = timetable;
  every(secondsPerHour, 'old rows of people could not be removed', () => sweep(context));
  every(
    secondsPerHour,
    'what has grown old could not be worked out',
    () => ageRecords(context.database, context.now()),
    secondsPerMinute,
  );
  startAlertChecks(context, timetable, log);
  every(secondsPerHour, 'the head of the audit was not logged', async () => {
    const head = await headOf(context.db);
    if (head) log.info({ audit: headText(head) }, 'head of the audit');
  });
  if (context.settings.BACKUPS !== 'off')
    every(secondsPerHour, 'the daily copy was not made', () => keepBackup(context));
  every(
    secondsPerMinute,
    'how pages were read was not written down',
    () => context.readCount.flush(),
    secondsPerMinute,
  );
  every(secondsPerMinute, 'letters about changes could not be laid out', () => sendDigests(context));
  every(5, 'imports of a process that has died could not go on', () => context.importJobs.recover(), 5);
  every(5, 'a mailing could not go on', () => sendBroadcasts(context));
  every(secondsPerHour, 'editors could not be notified of overdue records', () => notifyOfOverdue(context));
  every(1, 'what was scheduled could not be done', () => runSchedules(context), 1);
  every(
    10 * secondsPerMinute,
    'the audit could not be checked',
    () => checkAuditDaily(context),
    secondsPerMinute,
  );
}
