import type { WritableReplica } from '#data/writable-replica.ts';
import { quarantineOf, type FollowedChanges, type Quarantined } from '#data/follow.ts';
import { tagNumber } from '#data/collect-tags.ts';
import { numbersOf, routeOf, routePage, type ReadPage } from '#data/pages.ts';
import { cacheTags } from '#data/cache-tags.ts';
import { addressOf, getKind, type AnyRecord } from '#domain/kinds/index.ts';
import { fewPages, type PublicationTrouble } from '#domain/publication.ts';
import type { CompiledSite } from './compiled.ts';
import { placePage, writeCompressed, removePage } from './place.ts';
import { inOrder, isDeferred } from './plan.ts';
import { policyOf, unitePolicies, type Policy } from './policy.ts';
import type { FailedPage, Rendered } from './portion.ts';
import { renderPages } from './render.ts';

export interface RenderContext {
  entry: string;
  snapshot: string;
  folder: string;
  site: CompiledSite;
  replica: WritableReplica;
  /** Records whose former state is restored when a page fails. */
  changed: FollowedChanges['changed'];
  policy: Policy;
  /** Deferred files are left for later. */
  isUrgent?: boolean;
  /** Pages may be damaged: compressed variants are rewritten too. */
  isForced?: boolean;
  onProgress?(done: number, total: number): void;
  isStopping?(): boolean;
  /** Whether a request waits that goes before a long run; without it a run is never divided. */
  isCalled?: (() => boolean) | undefined;
  /** Adds inline code to the policy before its pages are placed. */
  allow(policy: Policy): Promise<void>;
}

/** Publication was stopped: every page is consistent, the rest stays marked. */
export class RenderStopped extends Error {
  override name = 'Stopped';
  readonly done: number;
  readonly total: number;
  constructor(done: number, total: number) {
    super(`Stopped at ${done} of ${total}`);
    this.done = done;
    this.total = total;
  }
}

interface Renewed {
  rendered: number;
  troubles: PublicationTrouble[];
  /** Pages are left, all of them marked. */
  isPartial: boolean;
}

/**
 * Renders outdated pages. A long run is divided: removed pages and those of the changed records go first, by
 * themselves, and the rest gives way to a new request after the current portion.
 */
export async function renew(work: RenderContext): Promise<Renewed> {
  const { pageIndex } = work.replica;
  const troubles = new Map<string, PublicationTrouble>();
  let rendered = 0;
  const wanted = () =>
    work.isUrgent ? pageIndex.due().filter((address) => !isDeferred(address)) : pageIndex.due();
  for (let due = wanted(); due.length > 0; due = wanted()) {
    work.site.forget(work.replica.news());
    const { routes, gone } = await renewRoutes(work, due);
    const pages = wanted().filter((address) => routeOf(address) === undefined && !gone.has(address));
    const isNew = (address: string) => routes.has(address);
    const own = ownPages(work);
    const isOwn = (address: string) => own.has(address);
    const isLong = pages.length > fewPages && work.isCalled !== undefined;
    const first = isLong ? pages.filter(isOwn) : [];
    const isFirst = first.length > 0 || (isLong && gone.size > 0);
    const now = isFirst ? first : pages;
    if (isFirst) removePages(work, gone);
    const { failed, count } = await renewPages(work, inOrder(now, isNew, isOwn), routes);
    rendered += count;
    const isCut = count < now.length;
    if (isFirst || isCut) {
      // Routes are listed again before a page is removed: linked pages must not vanish.
      pageIndex.markPages(due.filter((address) => routeOf(address) !== undefined));
      if (isCut && (work.isStopping?.() || !work.isCalled)) throw new RenderStopped(count, now.length);
    }
    for (const page of failed)
      if (!(await quarantine(work, page))) {
        // Unrelated to the changed records: the page waits for the next change of its tags.
        const { address, reason: message } = page;
        troubles.set(address, { record: null, field: null, message, address });
        pageIndex.note([
          { address, route: routes.get(address) ?? pageIndex.routeOf(address), facts: page.facts },
        ]);
      }
    if (isFirst || isCut) return { rendered, troubles: [...troubles.values()], isPartial: true };
    // After the pages that linked to them.
    removePages(work, gone);
  }
  return { rendered, troubles: [...troubles.values()], isPartial: false };
}

function removePages({ folder, replica: { pageIndex } }: RenderContext, gone: ReadonlySet<string>): void {
  for (const address of gone) removePage(folder, address);
  pageIndex.remove([...gone]);
}

/** Pages of the changed records, where the editor looks first. */
const ownPages = ({ replica, changed }: RenderContext): Set<string> =>
  new Set(
    [...changed].slice(0, fewPages).flatMap(([id, { kind }]) => {
      const record = replica.record(kind, id);
      return record ? [addressOf(getKind(kind), record)] : [];
    }),
  );

/** Lists outdated routes again: marks new addresses, returns removed ones. */
async function renewRoutes(
  { site, replica: { pageIndex } }: RenderContext,
  due: readonly string[],
): Promise<{ routes: Map<string, string>; gone: Set<string> }> {
  const routes = new Map<string, string>();
  const gone = new Set<string>();
  const known = new Set(site.routes());
  for (const route of due.map(routeOf)) {
    if (route === undefined || !known.has(route)) continue;
    const before = new Set(pageIndex.ofRoute(route));
    const { addresses, facts: read } = await site.addressesOf(route);
    for (const address of addresses) if (!before.delete(address)) routes.set(address, route);
    for (const address of before) gone.add(address);
    // Pages before the route, so that an interrupted run finds them marked.
    pageIndex.markPages([...routes.keys()]);
    pageIndex.note([{ address: routePage(route), route: '', facts: numbersOf(read) }]);
  }
  for (const address of routes.keys()) gone.delete(address);
  return { routes, gone };
}

/** Renders pages in place and records their tags, in portions. */
export async function renewPages(
  work: RenderContext,
  addresses: readonly string[],
  routesOfNew: ReadonlyMap<string, string> = new Map(),
): Promise<{ failed: FailedPage[]; count: number }> {
  const { pageIndex } = work.replica;
  const note = async (rendered: readonly Rendered[]) => {
    await release(work, rendered);
    const pages: ReadPage[] = rendered.map(({ address, facts: read, isChanged, digest }) => ({
      address,
      route: routesOfNew.get(address) ?? pageIndex.routeOf(address),
      facts: read,
      isChanged,
      digest,
    }));
    pageIndex.note(pages);
  };
  const { entry, snapshot, folder: out, policy, onProgress, isStopping, isCalled } = work;
  const isLong = addresses.length > fewPages;
  let count = 0;
  const job = { entry, snapshot, out, policy, mode: 'place' as const };
  const { failed } = await renderPages(job, work.site, addresses, {
    onProgress,
    // Each run renders a portion at least, so that constant requests do not starve it.
    isStopping: () => isLong && Boolean(isStopping?.() || (count > 0 && isCalled?.())),
    async onPart(part) {
      await note(part.rendered);
      count += part.rendered.length + part.failed.length;
    },
  });
  await writeCompressed(out, addresses, work.isForced);
  return { failed, count };
}

/** Places pages with new inline code once it is allowed. */
async function release(work: RenderContext, rendered: readonly Rendered[]): Promise<void> {
  const withheld = rendered.filter((page) => page.withheld);
  if (withheld.length === 0) return;
  const before = work.policy;
  work.policy = withheld.map((page) => policyOf(page.withheld!)).reduce(unitePolicies, before);
  if (work.policy.scripts.length + work.policy.styles.length > before.scripts.length + before.styles.length)
    await work.allow(work.policy);
  for (const page of withheld) page.isChanged = placePage(work.folder, page.address, page.withheld!);
}

/**
 * Restores the former record in the replica when its change breaks a page; the last good page stays. A record is blamed
 * only if the page renders with its former version. Returns whether there was such a change.
 */
async function quarantine(
  work: RenderContext,
  { address, reason, facts: read }: FailedPage,
): Promise<boolean> {
  const { replica, changed } = work;
  const suspects = [...changed].filter(([id, { kind, before }]) => {
    const now = replica.record(kind, id);
    if (!now || JSON.stringify(now) === JSON.stringify(before)) return false;
    return (
      addressOf(getKind(kind), now) === address ||
      read.includes(tagNumber(cacheTags.record(id))) ||
      read.includes(tagNumber(cacheTags.card(id)))
    );
  });
  const [own] = suspects.filter(
    ([id, { kind }]) => addressOf(getKind(kind), replica.record(kind, id)!) === address,
  );
  for (const [id, { kind, before }] of own ? [own] : suspects) {
    const now = replica.record(kind, id)!;
    if (!own && !(await rendersWithout(work, address, { before, now }))) continue;
    const field = before ? await guiltyField(work, { address, before, now }) : null;
    const entry: Quarantined = { record: id, field, message: reason, address };
    replica.change((write) => {
      if (before) write.put(before);
      else write.remove(id);
      write.putNote('quarantine', [...quarantineOf(replica).filter(({ record }) => record !== id), entry]);
    });
    return true;
  }
  return false;
}

async function rendersWithout(
  { replica, site }: RenderContext,
  address: string,
  { before, now }: { before: AnyRecord | undefined; now: AnyRecord },
): Promise<boolean> {
  replica.change((write) => (before ? write.put(before) : write.remove(now.id)));
  site.forget(replica.news());
  const isWhole = await renders(site, address);
  replica.change((write) => write.put(now));
  site.forget(replica.news());
  return isWhole;
}

const renders = (site: CompiledSite, address: string): Promise<boolean> =>
  site.render(address).then(
    () => true,
    () => false,
  );

/** The single field whose former value repairs the page, if any. */
async function guiltyField(
  { replica, site }: RenderContext,
  { address, before, now }: { address: string; before: AnyRecord; now: AnyRecord },
): Promise<string | null> {
  const names = Object.keys(getKind(now.kind).fields.shape);
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  if (changed.length === 1) return changed[0]!;
  for (const name of changed) {
    replica.change((write) => write.put({ ...now, [name]: before[name] }));
    site.forget(replica.news());
    if (await renders(site, address)) return name;
  }
  return null;
}
