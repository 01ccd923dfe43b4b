import { recordAddress } from '#domain/desk.ts';
import { importAddress } from '#domain/imports.ts';
import { formatDay } from '#domain/dates.ts';
import { plural } from '#domain/plural.ts';
import { Failure } from '../parts/Failure.tsx';
import { importedBy, importStateWords } from '../imports/words.ts';
import { useAnswer } from '../useAnswer.ts';
import { momentWords } from '../words.ts';
import { Card } from './Card.tsx';
import { Misses } from './Misses.tsx';
import { OuterLinks } from './OuterLinks.tsx';

/** What an editor sees first. */
export function Overview() {
  const { answer, again } = useAnswer('GET /api/editors/overview');
  const found = answer.data;
  return (
    <>
      <h1>Обзор</h1>
      {answer.state === 'failed' && <Failure error={answer.error} again={again} />}
      {!found && answer.state === 'asking' && <p className="desk-waiting">Загружаем…</p>}
      {found && found.alerts.length > 0 && (
        <section className="desk-alerts" aria-label="Тревоги">
          {found.alerts.map(({ name, about, title, what, next, since }) => (
            <div key={`${name} ${about}`}>
              <p>
                <span className="pill" data-tone="err">
                  Тревога
                </span>{' '}
                <strong>{title}</strong>, замечено {momentWords(since)}
              </p>
              <p>{what}</p>
              <p className="muted">{next}</p>
            </div>
          ))}
        </section>
      )}
      {found && (
        <div className="desk-board">
          <Card
            title="Ждут вашей проверки"
            total={found.waiting.total}
            all="/profile/editors/records/?state=review"
            empty="Никто не ждёт."
          >
            {found.waiting.items.map((one) => (
              <li key={one.id}>
                <a href={recordAddress(one.id)}>{one.title}</a>
                <span className="desk-kind">
                  {one.author}, {momentWords(one.updated_at)}
                </span>
                {one.note && <span className="desk-kind">«{one.note}»</span>}
              </li>
            ))}
          </Card>
          <Card
            title="Мои черновики"
            total={found.drafts.total}
            all="/profile/editors/records/?state=edited"
            empty="Начатых правок нет."
          >
            {found.drafts.items.map((one) => (
              <li key={one.id}>
                <a href={recordAddress(one.id)}>{one.title}</a>
                <span className="desk-kind">
                  {one.status === 'review' ? 'На проверке' : 'Пишется'}, {momentWords(one.updated_at)}
                </span>
                {one.note && <span className="desk-kind">«{one.note}»</span>}
              </li>
            ))}
          </Card>
          <Card
            title="Пересмотреть в 30 дней"
            total={found.due.total}
            all="/profile/editors/records/?due_in=30&sort=review_due"
            empty="В этот месяц пересматривать нечего."
          >
            {found.due.items.map((one) => (
              <li key={one.id}>
                <a href={recordAddress(one.id)}>{one.title}</a>
                <span className="desk-kind">до {formatDay(one.review_due)}</span>
              </li>
            ))}
          </Card>
          <Card
            title="Ссылки на снятые записи"
            total={found.broken.total}
            empty="Все связанные записи открыты читателям."
          >
            {found.broken.items.map((one) => (
              <li key={`${one.id} ${one.to.id}`}>
                <a href={recordAddress(one.id)}>{one.title}</a>
                <span className="desk-kind">
                  {one.field}: «{one.to.title}» {one.to.state === 'archived' ? 'в архиве' : 'не опубликовано'}
                </span>
              </li>
            ))}
          </Card>
          <OuterLinks isOn={found.outer.is_on} total={found.outer.total} />
          <Card
            title="Неточности от читателей"
            total={found.reports}
            all="/profile/editors/inbox/"
            empty="На всё отвечено."
          >
            {found.reports > 0 && (
              <li>
                {plural(found.reports, ['Ждёт', 'Ждут', 'Ждут'])} ответа: {found.reports}
              </li>
            )}
          </Card>
          <Misses />
          <Card
            title="Последние импорты"
            total={found.imports.length}
            all="/profile/editors/imports/"
            empty="Импортов ещё не было."
          >
            {found.imports.map((one) => (
              <li key={one.id}>
                <a href={importAddress(one.id)}>{one.file_name}</a>
                <span className="desk-kind">
                  {importStateWords[one.state].title}, {importedBy(one)}
                </span>
              </li>
            ))}
          </Card>
        </div>
      )}
    </>
  );
}
