import { composeLetter, type Letter } from '../mail/letter.ts';
import type { AuditCheck } from './check.ts';

/** To administrators, once a week: what proves later that the audit was not made anew. */
export const weeklyLetter = ({
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
