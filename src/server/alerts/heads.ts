import { msPerWeek } from '#domain/durations.ts';
import { administrators } from '../account/roles.ts';
import { lastAuditCheck, type AuditCheck } from '../audit/check.ts';
import { headText, keepHead } from '../audit/heads.ts';
import type { Context } from '../request/context.ts';
import type { WriteTransaction } from '../database/database.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';
import { putLetter } from '../mail/outbox.ts';

type Log = (facts: object, message: string) => void;

/** Logs and stores the head of the chain; administrators get it weekly by letter. */
export async function logAuditHead(context: Context, log: Log): Promise<void> {
  const head = await keepHead(context);
  if (!head) return;
  log({ audit: headText(head) }, 'head of the audit');
  const { database, settings, now } = context;
  const checked = await lastAuditCheck(context);
  await database.transaction(async (tx) => {
    const at = now();
    if (!(await isWeekOver(tx, at))) return;
    const letter = weeklyLetter({ head: headText(head), checked, siteUrl: settings.SITE_URL });
    for (const { id, email } of await administrators(tx))
      await putLetter(tx, letter, { kind: 'audit', to: email, userId: id, at });
  });
}

/** The first week starts with the first head. */
async function isWeekOver(tx: WriteTransaction, at: Date): Promise<boolean> {
  const name = 'audit letter';
  const last = await tx.selectFrom('checks').select('at').where('name', '=', name).executeTakeFirst();
  if (last && at.getTime() - Date.parse(last.at) < msPerWeek) return false;
  const values = { name, at: at.toISOString(), result: '{}' };
  await tx
    .insertInto('checks')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
  return last !== undefined;
}

/** Weekly letter to administrators: later proof that the audit log was not rewritten. */
const weeklyLetter = ({
  head,
  checked,
  siteUrl,
}: {
  head: string;
  checked: AuditCheck | null;
  siteUrl: string;
}): Letter =>
  composeLetter(
    {
      subject: 'Журнал портала: голова за неделю',
      before: [
        'Здравствуйте!',
        `Голова журнала портала: ${head}`,
        checked
          ? `Последняя проверка: строк ${checked.rows}, ${checked.problems.length === 0 ? 'журнал цел' : `нарушений ${checked.problems.length}`}.`
          : 'Журнал ещё не проверяли.',
        'Сохраните это письмо. Если журнал когда-нибудь перепишут, даже вместе с ключом, проверка с этой головой это покажет: вставьте её в поле «Прежняя голова» раздела «Журнал».',
      ],
      button: { title: 'Открыть журнал', url: `${siteUrl}/profile/editors/log/` },
    },
    siteUrl,
  );
