import { fc } from '../../../tests/chance.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlike } from '#domain/editing/equality.ts';
import { mergeFields } from '#domain/editing/merge.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson } from '../../../tests/sample/people.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { absent, callerOf } from '../request/caller.ts';
import { editorsHandlers } from './handlers.ts';
import { editorView } from './record-view.ts';

let portal: TestPortal;
let editors: UserRow[] = [];
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  editors = [];
  for (const email of ['one@example.ru', 'two@example.ru', 'three@example.ru'])
    editors.push(await addPerson(portal, 'editor', { email }));
});
afterAll(() => portal.close());

const callerFor = (who: number) =>
  callerOf(portal, absent(editors[who] as UserRow, { ip: '192.0.2.1', agent: 'test' }));

const fieldNames = ['about', 'therapy', 'prognosis'] as const;

/** Random actions of editors: read, type, save, publish. */
const step = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  action: fc.constantFrom('look', 'write', 'write', 'write', 'publish'),
  field: fc.constantFrom(...fieldNames),
});

/**
 * Every accepted save replaced only text that its editor had seen; other saves are rejected, merged and
 * retried. So no accepted text may vanish unseen.
 */
test(`F-1 no update is lost over random interleavings of three editors (${dialect})`, async () => {
  const id = portal.sample.fabry;
  let word = 0;
  let refused = 0;
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const seen = await Promise.all(
        editors.map(({ id: user }) => editorView(portal.database.kysely, id, user)),
      );
      for (const { who, action, field } of steps) {
        const caller = callerFor(who);
        const known = seen[who];
        if (!known) continue;
        if (action === 'look') {
          seen[who] = await editorView(portal.database.kysely, id, caller.user.id);
          continue;
        }
        const before = await editorView(portal.database.kysely, id, caller.user.id);
        const current = before.draft?.fields ?? before.fields;
        const mine = { ...(known.draft?.fields ?? known.fields) };
        try {
          if (action === 'publish')
            seen[who] = await editorsHandlers['POST /api/editors/records/{id}/publish'](caller, {
              path: { id },
              query: undefined,
              input: { reason: '', expected_version: known.draft?.version ?? 0, reviewed: false },
            });
          else {
            word += 1;
            seen[who] = await editorsHandlers['POST /api/editors/records/{id}/draft'](caller, {
              path: { id },
              query: undefined,
              input: {
                fields: { [field]: `слово ${word}` },
                expected_version: known.draft?.version ?? 0,
                base_version: known.version,
              },
            });
            // Accepted: what it replaced must be what this editor had seen.
            if (current[field] !== mine[field]) lost += 1;
          }
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          refused += 1;
          const theirs = await editorView(portal.database.kysely, id, caller.user.id);
          // Nothing was overwritten: the state before the rejected action remains.
          const after = theirs.draft?.fields ?? theirs.fields;
          if (JSON.stringify(after) !== JSON.stringify(current)) lost += 1;
          seen[who] = theirs;
        }
      }
    }),
    { numRuns: process.env.LONG ? 1000 : 25 },
  );
  expect(lost).toBe(0);
  expect(refused).toBeGreaterThan(0);
}, 600_000);

test('a merge keeps changes of both sides and reports conflicts', () => {
  const fields = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.oneof(fc.string(), fc.array(fc.integer())),
  );
  fc.assert(
    fc.property(fields, fields, fields, (base, mine, theirs) => {
      const { fields: merged, conflicts } = mergeFields(base, mine, theirs);
      const mirrored = mergeFields(base, theirs, mine);
      expect(mirrored.conflicts.toSorted()).toEqual(conflicts.toSorted());
      for (const name of Object.keys({ ...base, ...mine, ...theirs }))
        if (!conflicts.includes(name)) expect(isAlike(merged[name], mirrored.fields[name])).toBe(true);
    }),
  );
});
