import { publicationModes, type PublicationMode } from '#domain/publication.ts';
import type { Context } from '../request/context.ts';

/** The process of a database that keeps the history of publications, tells caches and delivers to PUBLISH_URL. */
export const publisherClaim = 'publisher';

/** What the other processes ask it for. */
export const publisherMessages = {
  stop: 'stop the publication',
  publish: (mode: PublicationMode) => `publish ${mode}`,
};

export function modeOfMessage(message: string): PublicationMode | undefined {
  return publicationModes.find((mode) => message === publisherMessages.publish(mode));
}

/** Whether another process is the publisher: this one renders for its own readers. */
export const isPublishedElsewhere = async ({ cluster }: Pick<Context, 'cluster'>): Promise<boolean> =>
  !cluster.holds(publisherClaim) && (await cluster.countProcesses()) > 1;
