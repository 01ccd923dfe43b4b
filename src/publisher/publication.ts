import type { CatalogueSource } from '#data/source.ts';
import type { PublicationMode, PublicationResult, PublicationStep } from '#domain/publication.ts';
import type { Operator } from './documents.ts';
import type { Policy } from './policy.ts';

export interface Publication {
  source: CatalogueSource;
  dataDir: string;
  siteUrl: string;
  operator?: Operator | undefined;
  /** PUBLISH_URL: delivery target in addition to the local directory. */
  publishUrl?: string | undefined;
  /**
   * Writes the files that the server renders on demand too (`#domain/on-demand-files.ts`), for a file server alone;
   * with `publishUrl` always.
   */
  isComplete?: boolean | undefined;
  /** A new site opens at once; `Publisher.backfill` renders its pages. */
  mayGrow?: boolean | undefined;
  onStep?: (step: PublicationStep) => void;
}

/** Listener of publications; each is awaited in turn. */
export interface Listener {
  /** There is something to publish. */
  begin?(mode: PublicationMode): Promise<void>;
  /** Readers see it. Repeated if interrupted. */
  end?(result: PublicationResult): Promise<void>;
}

export type Published = { state: 'same' } | ({ state: 'published' } & PublicationResult);

export type PublishOutcome = Pick<
  PublicationResult,
  'mode' | 'release' | 'seq' | 'pages' | 'rendered' | 'troubles' | 'isPartial'
>;

/** A page of a record with fields that are not published. */
export interface Preview extends Policy {
  html: string;
}
