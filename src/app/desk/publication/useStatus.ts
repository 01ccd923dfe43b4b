import { useEffect, useState } from 'react';
import { formatNumber } from '#domain/numbers.ts';
import type { Output } from '#contract/client/call.ts';

export type Status = Output<'GET /api/editors/publication'>;

/** The state of publishing, as server-sent events; the browser reconnects by itself. */
export function useStatus(isWanted = true): Status | undefined {
  const [status, setStatus] = useState<Status>();
  useEffect(() => {
    if (!isWanted) return undefined;
    const source = new EventSource('/api/editors/publication/events?for=600');
    source.addEventListener('status', (event: MessageEvent<string>) => {
      setStatus(JSON.parse(event.data) as Status);
    });
    return () => source.close();
  }, [isWanted]);
  return status;
}

/** The steps of a publication in the order in which they come; the code of the site is compiled only after a release. */
export const steps = [
  { code: 'compiling', title: 'Код сайта' },
  { code: 'following', title: 'Данные' },
  { code: 'rendering', title: 'Страницы' },
  { code: 'compressing', title: 'Сжатие' },
] as const;

/** «осталось около 40 с»; nothing where it is not known. */
export function leftWords(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 5) return 'осталось несколько секунд';
  if (seconds < 60) return `осталось около ${Math.ceil(seconds / 5) * 5} с`;
  return `осталось около ${formatNumber(Math.ceil(seconds / 60))} мин`;
}

/** «120 из 1 222» */
export const countWords = ({ done, total }: Status): string =>
  total > 0 ? `${formatNumber(done)} из ${formatNumber(total)}` : '';
