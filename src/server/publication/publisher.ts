import { publicationModes, type PublicationMode } from '#domain/publication.ts';
import type { Context } from '../request/context.ts';

/** Role of the process that keeps the history, purges caches and delivers to PUBLISH_URL. */
export const publisherClaim = 'publisher';

/** Requests of other processes to the publisher. */
export const publisherMessages = {
  stop: 'stop the publication',
  publish: (mode: PublicationMode) => `publish ${mode}`,
};

export function modeOfMessage(message: string): PublicationMode | undefined {
  return publicationModes.find((mode) => message === publisherMessages.publish(mode));
}

/** Whether another process is the publisher: this one renders for its own readers only. */
export const isPublishedElsewhere = async ({ cluster }: Pick<Context, 'cluster'>): Promise<boolean> =>
  !cluster.holds(publisherClaim) && (await cluster.countProcesses()) > 1;
