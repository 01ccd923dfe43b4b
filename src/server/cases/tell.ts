import { ageBand, sex } from '#domain/vocabularies.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { addSeconds } from '../base/clock.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';
import { momentOf } from '../mail/letters.ts';
import { notify } from '../notifications/notify.ts';
import type { Caller } from '../request/caller.ts';
import { presentSigns, questionStateOf, readContent } from './content.ts';

type Teller = Pick<Caller, 'user' | 'settings' | 'now'>;

/** Those who follow a case hear what is new in it, but for its author and the one whose deed it is. */
export async function tellFollowers(
  tx: WriteTransaction,
  row: CaseRow,
  news: 'outcome' | 'edition',
  caller: Teller,
): Promise<void> {
  const followers = await tx
    .selectFrom('case_followers')
    .select('user_id')
    .where('case_id', '=', row.id)
    .execute();
  await notify(tx, caller, {
    kind: 'case-news',
    to: followers.flatMap(({ user_id }) => (user_id === row.user_id ? [] : [user_id])),
    except: caller.user.id,
    caseId: row.id,
    details: { news },
  });
}

/** A question is put to so many at most: each of them knows that few others were asked. */
const mostAsked = 10;
/** Hours in which an answer is hoped for. */
const hoped = 48;

/**
 * The first edition: its question goes to those who can answer it, and the others who follow one of its diseases hear
 * that it is there. Verified doctors alone; by number, age band and signs, never by its text.
 */
export async function tellOfPublished(tx: WriteTransaction, row: CaseRow, caller: Teller): Promise<void> {
  if (row.shown === null) return;
  const content = readContent(row.shown);
  const about = aboutOf(content);
  const followers = await followersOf(tx, content.diseases);
  let asked: number[] = [];
  if (questionStateOf(content, row.question_closed_at) === 'open') {
    asked = (await specialistsFor(tx, content, followers))
      .filter((id) => id !== row.user_id)
      .slice(0, mostAsked);
    const until = momentOf(addSeconds(caller.now(), hoped * 3600));
    await notify(tx, caller, {
      kind: 'question',
      to: asked,
      except: caller.user.id,
      caseId: row.id,
      details: { about: `${about} Автор ждёт ответа до ${until}.`.trim() },
    });
  }
  const told = new Set([...asked, row.user_id]);
  await notify(tx, caller, {
    kind: 'case-published',
    to: followers.filter((id) => !told.has(id)),
    except: caller.user.id,
    caseId: row.id,
    details: { about },
  });
}

/** «Пациент: женский, 40–59 лет; спленомегалия, анемия.» */
function aboutOf(content: CaseContent): string {
  const patient = [
    content.sex && sex[content.sex].toLowerCase(),
    content.age_band && ageBand[content.age_band],
  ];
  const signs = presentSigns(content)
    .slice(0, 3)
    // An abbreviation keeps its letters.
    .map(({ title }) => title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()));
  const said = [patient.filter(Boolean).join(', '), signs.join(', ')].filter(Boolean).join('; ');
  return said ? `Пациент: ${said}.` : '';
}

/** Verified doctors who follow one of the diseases. */
async function followersOf(db: ReadDatabase, diseases: readonly number[]): Promise<number[]> {
  if (diseases.length === 0) return [];
  const rows = await db
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.id')
    .distinct()
    .where('s.kind', '=', 'disease')
    .where('s.object', 'in', diseases.map(String))
    .where('s.frequency', '!=', 'off')
    .where('u.type', '=', 'doctor')
    .where('u.verified_at', 'is not', null)
    .orderBy('u.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Those who have answered about one of the diseases first, then those who follow it, then the specialities asked for. */
async function specialistsFor(
  db: ReadDatabase,
  { diseases, specialities }: CaseContent,
  followers: readonly number[],
): Promise<number[]> {
  const answered =
    diseases.length === 0
      ? []
      : await db
          .selectFrom('case_answers as a')
          .innerJoin('case_values as v', 'v.case_id', 'a.case_id')
          .innerJoin('users as u', 'u.id', 'a.user_id')
          .select((eb) => ['u.id', eb.fn.countAll<number | string>().as('answers')])
          .where('a.removed_by', '=', '')
          .where('v.field', '=', 'diseases')
          .where('v.value', 'in', diseases.map(String))
          .where('u.type', '=', 'doctor')
          .where('u.verified_at', 'is not', null)
          .groupBy('u.id')
          .orderBy('answers', 'desc')
          .orderBy('u.id')
          .limit(mostAsked + 1)
          .execute();
  const ofSpeciality =
    specialities.length === 0
      ? []
      : await db
          .selectFrom('user_terms as t')
          .innerJoin('users as u', 'u.id', 't.user_id')
          .select('u.id')
          .distinct()
          .where('t.vocabulary', '=', 'specialization')
          .where('t.code', 'in', specialities)
          .where('u.type', '=', 'doctor')
          .where('u.verified_at', 'is not', null)
          .orderBy('u.id')
          .limit(mostAsked + 1)
          .execute();
  return [...new Set([...answered.map(({ id }) => id), ...followers, ...ofSpeciality.map(({ id }) => id)])];
}
