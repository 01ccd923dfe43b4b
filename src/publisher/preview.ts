import { addressOf, getKind, type AnyRecord } from '#domain/kinds/index.ts';
import type { Preview } from './publisher-worker.ts';
import { PolicyCollector } from './policy.ts';
import type { Publisher } from './publish.ts';

export async function previewPage(publisher: Publisher, record: AnyRecord): Promise<Preview> {
  const kind = getKind(record.kind);
  const address = kind.keyedBy === null ? kind.path : addressOf(kind, record);
  const site = await publisher.site();
  const bytes = await site.renderWith(record, address);
  const policy = new PolicyCollector();
  policy.read(bytes);
  return { html: Buffer.from(bytes).toString(), ...policy.found() };
}
