/** Tables of how the catalogue became pages. */
export interface PublicationTables {
  publications: PublicationsTable;
  publication_records: PublicationRecordsTable;
  publication_troubles: PublicationTroublesTable;
  purges: PurgesTable;
}

interface PublicationsTable {
  id: number;
  mode: string;
  /** running, live, broken */
  state: string;
  started_at: string;
  live_at: string | null;
  milliseconds: number | null;
  release: string | null;
  seq: number;
  pages: number;
  rendered: number;
  changed: number;
  removed: number;
  /** JSON: addresses, at most {@link mostAddresses} of each. */
  changed_addresses: string;
  removed_addresses: string;
  message: string | null;
}

interface PublicationRecordsTable {
  publication_id: number;
  record_id: number;
}

/** What cannot be rendered as things stand; renewed as a whole by each publication. */
interface PublicationTroublesTable {
  id: number;
  record_id: number | null;
  field: string | null;
  message: string;
  address: string | null;
  since: string;
}

/** Addresses that a cache in front of the site must ask for anew: kept until it has been told. */
interface PurgesTable {
  id: number;
  publication_id: number;
  /** JSON */
  addresses: string;
  created_at: string;
  due_at: string;
  attempts: number;
  sent_at: string | null;
  problem: string | null;
  /** What the cache answered last; null where it did not. */
  status: number | null;
}
