import { OperatorError } from '#domain/operator-error.ts';
import { apiSource, type CatalogueSource } from '#data/source.ts';
import type { PublicationResult, PublicationStep } from '#domain/publication.ts';
import { OutdatedRelease, publish, verify } from '#publisher/publish.ts';
import { PageProblem } from '#publisher/render.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { withApi } from './api.ts';
import { Progress } from './progress.ts';
import { journalOf, operatorOf } from './publishing.ts';
import { readArguments } from './arguments.ts';
import type { Listener } from '#publisher/publication.ts';

/**
 * `npm run publish`: updates the published site; `-- full` renders everything; `-- verify` compares, `--
 * verify --mend` repairs.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    name: 'publish',
    arguments: '[ДЕЙСТВИЕ]',
    about: 'Обновляет опубликованный сайт.',
    choices: () => [
      ['full', 'построить всё заново'],
      ['verify', 'сверить каждую страницу с построенной заново'],
    ],
    options: { mend: { about: 'с verify: исправить найденное' } },
  });
  const [mode] = positionals;
  if ((mode !== undefined && !['full', 'verify'].includes(mode)) || (values.mend && mode !== 'verify'))
    throw new OperatorError('Действия: full, verify [--mend] (npm run publish -- --help).');
  const settings = readSettings();
  if (mode === 'verify') return verifyAndReport(settings, values.mend);
  await withApi(settings, (api, server) =>
    publishWithProgress(settings, server ? catalogueSource(server.context) : apiSource(api), {
      isForced: mode === 'full',
      isLast: true,
      ...(server ? { listener: journalOf(server.context.publication) } : {}),
    }),
  );
}

async function verifyAndReport(settings: Settings, isMending: boolean): Promise<void> {
  const options = {
    dataDir: settings.DATA_DIR,
    siteUrl: settings.SITE_URL,
    operator: operatorOf(settings),
    onStep: showSteps(),
    isMending,
  };
  const differing = await verify(options).catch((error: unknown) => {
    if (error instanceof OutdatedRelease)
      throw new OperatorError('Сайт не опубликован или построен другим кодом: сначала npm run publish.');
    throw error;
  });
  for (const file of differing) console.log(`${isMending ? 'исправлено' : 'отличается'}: ${file}`);
  if (differing.length > 0 && !isMending) throw new OperatorError(`Отличаются файлов: ${differing.length}.`);
  console.log('Каждая опубликованная страница совпадает с построенной заново.');
}

async function publishWithProgress(
  settings: Settings,
  source: CatalogueSource,
  {
    isForced = false,
    isLast = false,
    listener = {},
  }: { isForced?: boolean; isLast?: boolean; listener?: Listener } = {},
): Promise<void> {
  const startedAt = performance.now();
  const published = await publish({
    source,
    dataDir: settings.DATA_DIR,
    siteUrl: settings.SITE_URL,
    operator: operatorOf(settings),
    publishUrl: settings.PUBLISH_URL,
    isComplete: settings.PUBLISH_FILES === 'all',
    isForced,
    isLast,
    listener,
    onStep: showSteps(),
  }).catch((error: unknown) => {
    if (error instanceof PageProblem)
      throw new OperatorError(`${error.message}. Опубликованный сайт остался прежним.`);
    throw error;
  });
  reportPublished(published.state === 'same' ? undefined : published, performance.now() - startedAt);
}

/** Prints a publication and its duration, if anything changed. */
export function reportPublished(published: PublicationResult | undefined, milliseconds: number): void {
  if (!published) {
    console.log('Сайт уже соответствует каталогу: публиковать нечего.');
    return;
  }
  const { mode, pages, rendered, changed, removed } = published;
  const seconds = (milliseconds / 1000).toFixed(1);
  if (mode === 'code' && rendered < pages)
    console.log(
      `Сайт открыт за ${seconds} с: адресов ${pages}, каждый отвечает; страницы ложатся на диск дальше.`,
    );
  else
    console.log(
      `Построено страниц: ${rendered} из ${pages}, изменено ${changed.length}, снято ${removed.length}, за ${seconds} с.`,
    );
  for (const { record, field, address, message } of published.troubles)
    console.log(
      `Осталось как было: ${[record && `запись ${record}`, field && `поле ${field}`, address, message].filter(Boolean).join(', ')}`,
    );
}

const reading = 'Чтение каталога';

export function showSteps(): (step: PublicationStep) => void {
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
      // A catalogue read in one response needs no bar.
      if (step.done < step.total || bars.has(reading)) bar(reading).report(step.done, step.total);
    } else if (step.step === 'rendering') bar('Построение страниц').report(step.done, step.total);
  };
}
