import type { ShownReport } from '#contract/reports.ts';
import { composeLetter, type Letter } from '../mail/letter.ts';

export function reportAnswerLetter(
  { report, answer }: { report: ShownReport; answer: string },
  siteUrl: string,
): Letter {
  const { record } = report;
  return composeLetter(
    {
      subject: 'Ответ на сообщение о неточности',
      before: [
        'Здравствуйте!',
        `Вы сообщили о неточности${record ? ` на странице «${record.title}»` : ''}. Вот ответ редакции:`,
        answer,
      ],
      ...(record ? { button: { title: 'Открыть страницу', url: `${siteUrl}${record.url}` } } : {}),
      after: ['Адрес почты служил только для этого ответа, позже мы его удалим.'],
    },
    siteUrl,
  );
}
