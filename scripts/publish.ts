import { UnfitRecord } from '#data/follow.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { publish, type Step } from '#publisher/publish.ts';
import { PageProblem } from '#publisher/render.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { withApi } from './api.ts';
import { Progress } from './progress.ts';

/** `npm run publish` brings the published site up to date; `-- full` renders everything anew. */
export async function run([mode]: string[]): Promise<void> {
  if (mode !== undefined && mode !== 'full')
    throw new OperatorError('Есть npm run publish и npm run publish -- full.');
  const settings = readSettings();
  await withApi(settings, (api) => publishWithProgress(settings, api, mode === 'full'));
}

/** Publishes from the API at this address and tells on the terminal how it goes. */
export async function publishWithProgress(settings: Settings, api: string, isForced = false): Promise<void> {
  const startedAt = performance.now();
  const published = await publish({
    api,
    dataDir: settings.DATA_DIR,
    siteUrl: settings.SITE_URL,
    isForced,
    onStep: showSteps(),
  }).catch((error: unknown) => {
    if (error instanceof PageProblem || error instanceof UnfitRecord)
      throw new OperatorError(`${error.message}. Опубликованный сайт остался прежним.`);
    throw error;
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (published.state === 'same') console.log('Сайт уже соответствует каталогу: публиковать нечего.');
  else console.log(`Опубликовано страниц: ${published.pages}, за ${seconds} с.`);
}

function showSteps(): (step: Step) => void {
  const bars = new Map<string, Progress>();
  const bar = (title: string) => {
    const known = bars.get(title) ?? new Progress(title);
    bars.set(title, known);
    return known;
  };
  return (step) => {
    if (step.step === 'compiling') console.log('Сборка кода сайта …');
    else if (step.step === 'compressing') console.log('Сжатие страниц …');
    else if (step.step === 'following') {
      if (step.total > 0 && step.done > 0) bar('Чтение каталога').report(step.done, step.total);
    } else bar('Построение страниц').report(step.done, step.total);
  };
}
