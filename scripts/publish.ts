import { OperatorError } from '#domain/operator-error.ts';
import { apiSource, type Source } from '#data/source.ts';
import { OutdatedRelease, publish, verify, type Listener, type Step } from '#publisher/publish.ts';
import { PageProblem } from '#publisher/render.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { withApi } from './api.ts';
import { Progress } from './progress.ts';
import { journalOf } from './publishing.ts';

/** `npm run publish` brings the published site up to date; `-- full` renders everything anew; `-- verify` compares, `-- verify --mend` puts right what differs. */
export async function run([mode, option]: string[]): Promise<void> {
  const settings = readSettings();
  if (mode === 'verify') return verifyAndTell(settings, option === '--mend');
  if (mode !== undefined && mode !== 'full')
    throw new OperatorError(
      'Есть npm run publish, npm run publish -- full и npm run publish -- verify, с --mend исправляет найденное.',
    );
  await withApi(settings, (api, server) =>
    publishWithProgress(settings, server ? catalogueSource(server.context) : apiSource(api), {
      isForced: mode === 'full',
      isLast: true,
      ...(server ? { listener: journalOf(server.publication) } : {}),
    }),
  );
}

async function verifyAndTell(settings: Settings, isMending: boolean): Promise<void> {
  const options = { dataDir: settings.DATA_DIR, siteUrl: settings.SITE_URL, onStep: showSteps(), isMending };
  const differing = await verify(options).catch((error: unknown) => {
    if (error instanceof OutdatedRelease)
      throw new OperatorError('Сайт не опубликован или построен другим кодом: сначала npm run publish.');
    throw error;
  });
  for (const file of differing) console.log(`${isMending ? 'исправлено' : 'отличается'}: ${file}`);
  if (differing.length > 0 && !isMending) throw new OperatorError(`Отличаются файлов: ${differing.length}.`);
  console.log('Каждая опубликованная страница совпадает с построенной заново.');
}

/** Publishes what the source has and tells on the terminal how it goes. */
export async function publishWithProgress(
  settings: Settings,
  source: Source,
  {
    isForced = false,
    isLast = false,
    mayGrow = false,
    listener = {},
  }: { isForced?: boolean; isLast?: boolean; mayGrow?: boolean; listener?: Listener } = {},
): Promise<void> {
  const startedAt = performance.now();
  const published = await publish({
    source,
    dataDir: settings.DATA_DIR,
    siteUrl: settings.SITE_URL,
    publishUrl: settings.PUBLISH_URL,
    isForced,
    isLast,
    mayGrow,
    listener,
    onStep: showSteps(),
  }).catch((error: unknown) => {
    if (error instanceof PageProblem)
      throw new OperatorError(`${error.message}. Опубликованный сайт остался прежним.`);
    throw error;
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (published.state === 'same') console.log('Сайт уже соответствует каталогу: публиковать нечего.');
  else if (published.isOpened)
    console.log(
      `Сайт открыт за ${seconds} с: адресов ${published.pages}, каждый отвечает; страницы ложатся на диск дальше.`,
    );
  else
    console.log(
      `Построено страниц: ${published.rendered} из ${published.pages}, изменено ${published.changed.length}, снято ${published.removed.length}, за ${seconds} с.`,
    );
  if (published.state === 'published')
    for (const { record, field, address, message } of published.troubles)
      console.log(
        `Осталось как было: ${[record && `запись ${record}`, field && `поле ${field}`, address, message].filter(Boolean).join(', ')}`,
      );
}

const reading = 'Чтение каталога';

function showSteps(): (step: Step) => void {
  const bars = new Map<string, Progress>();
  const bar = (title: string) => {
    const known = bars.get(title) ?? new Progress(title);
    bars.set(title, known);
    return known;
  };
  return (step) => {
    if (step.step === 'compiling') console.log('Сборка кода сайта …');
    else if (step.step === 'compressing') bar('Сжатие страниц').report(step.done, step.total);
    else if (step.step === 'following') {
      // A catalogue that is read in one answer needs no bar.
      if (step.done < step.total || bars.has(reading)) bar(reading).report(step.done, step.total);
    } else if (step.step === 'rendering') bar('Построение страниц').report(step.done, step.total);
  };
}
