import { note } from '../audit/note.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { isAtLeast, type Actor, type Audience } from '../request/access.ts';
import type { Settings } from '../settings.ts';

type Chosen = Pick<Settings, 'CASES_READING'>;

/**
 * The audience as of now: as the operator says; where they say nothing, every doctor until the first true case has been
 * published, and verified ones from then on, even when that case has been archived since.
 */
export async function audienceOf({
  settings: { CASES_READING },
  database,
}: {
  settings: Chosen;
  database: Pick<Context['database'], 'kysely'>;
}): Promise<Audience> {
  return CASES_READING ?? ((await hasTrueCase(database.kysely)) ? 'verified' : 'doctors');
}

/** Whether somebody may read cases as of now. */
export async function mayReadCases({ access }: Actor, context: Context): Promise<boolean> {
  if (access !== 'doctor') return isAtLeast(access, 'verified-doctor');
  return (await audienceOf(context)) === 'doctors';
}

/** The audience, call after call; the log hears why it has become smaller. */
export function watchAudience(context: Context, warn: (sentence: string) => void): () => Promise<Audience> {
  let known: Audience | undefined;
  return async () => {
    const audience = await audienceOf(context);
    if (audience !== known && audience === 'verified' && !context.settings.CASES_READING) warn(narrowed);
    known = audience;
    return audience;
  };
}

/** Whether a case that nobody has invented for a demonstration has ever had readers. */
async function hasTrueCase(db: ReadDatabase): Promise<boolean> {
  const row = await db
    .selectFrom('cases')
    .select('id')
    .where('demo', '=', 0)
    .where('published_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the desk and the log say when doctors who are not verified stop reading cases. */
export const narrowed =
  'Опубликован первый случай не для демонстрации: теперь случаи читают только подтверждённые врачи. Открыть их всем врачам может настройка CASES_READING=doctors.';

/** Notes for the desk that the case about to be published closes cases to doctors who are not verified. */
export async function noteNarrowing(
  tx: WriteTransaction,
  id: number,
  { settings, at }: { settings: Chosen; at: Date },
): Promise<void> {
  if (settings.CASES_READING || (await hasTrueCase(tx))) return;
  await note(tx, { at, deed: 'cases narrowed', details: `${id}. ${narrowed}` });
}
