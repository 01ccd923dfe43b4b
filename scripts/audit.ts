import { OperatorError } from '#domain/operator-error.ts';
import { headOf, headText, parseHead } from '#server/audit/heads.ts';
import { verifyAudit } from '#server/audit/verify.ts';
import { openDatabase } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { readArguments } from './arguments.ts';

const keyTexts = {
  keyed: 'под ключом',
  unkeyed: 'без ключа',
  missing: 'под ключом, которого здесь нет: проверить нельзя',
};

/** `npm run audit -- [HEAD…]`: whether the audit log is whole and continues the given heads (`5614:3f9a…`). */
export async function run(args: string[]): Promise<void> {
  const { positionals } = readArguments(args, {
    name: 'audit',
    arguments: '[ГОЛОВА…]',
    about: 'Проверяет, что журнал действий цел и продолжает данные головы (5614:3f9a…).',
    exitCodes: '0 — журнал цел, 1 — нет или ошибка',
  });
  const heads = positionals.map((text) => {
    const head = parseHead(text);
    if (!head)
      throw new OperatorError(`Голова журнала пишется так: 5614:3f9a…, не меньше 16 знаков: ${text}`);
    return head;
  });
  await using database = await openDatabase(readSettings());
  const { rows, key, problems } = await verifyAudit(database.kysely, { keys: database.auditKeys, heads });
  const head = await headOf(database.kysely);
  console.log(`Строк ${rows}, ${keyTexts[key]}; сверено голов ${heads.length}.`);
  if (head) console.log(`Голова: ${headText(head)}`);
  if (problems.length > 0)
    throw new OperatorError(
      ['Журнал изменён чужой рукой:', ...problems.slice(0, 10).map(({ what }) => what)].join('\n'),
    );
  console.log('Журнал цел.');
}
