/** A log line; the client address is never stored. */
export interface JournalLine {
  at: Date;
  method: string;
  url: string;
  status: number;
  referrer: string | undefined;
  agent: string | undefined;
}

/**
 * Combined Log Format of nginx and Apache: `ADDRESS - USER [10/Oct/2026:13:55:36 +0300] "GET /x/ HTTP/1.1"
 * 200 2326 "REFERRER" "AGENT"`.
 */
const combined =
  /^[^[]{1,400}\[(\d{2})\/(\w{3})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})\] "([A-Z]+) ([^\s"]+)(?: [^"]*)?" (\d{3}) \S+ "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses a line; undefined for other formats. */
export function readLine(line: string): JournalLine | undefined {
  if (line.startsWith('{')) return readJson(line);
  const found = combined.exec(line);
  if (!found) return undefined;
  const [, day, month = '', year, time, hours, minutes, method = '', url = '', status, referrer, agent] =
    found;
  const number = String(months.indexOf(month) + 1).padStart(2, '0');
  const at = new Date(`${year}-${number}-${day}T${time}${hours}:${minutes}`);
  if (Number.isNaN(at.getTime())) return undefined;
  return { at, method, url, status: Number(status), referrer: valueOf(referrer), agent: valueOf(agent) };
}

const valueOf = (text: string | undefined) => (text === '-' ? undefined : text);

/** Field names of Cloudflare's Logpush and of nginx, which others share. */
const fieldNames = {
  at: ['EdgeStartTimestamp', 'time_iso8601', 'timestamp', 'time', '@timestamp'],
  method: ['ClientRequestMethod', 'request_method', 'method'],
  url: ['ClientRequestURI', 'request_uri', 'uri', 'path'],
  status: ['EdgeResponseStatus', 'status'],
  referrer: ['ClientRequestReferer', 'http_referer', 'referer', 'referrer'],
  agent: ['ClientRequestUserAgent', 'http_user_agent', 'user_agent'],
} as const;

function readJson(line: string): JournalLine | undefined {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const find = (name: keyof typeof fieldNames) => {
    const value = fieldNames[name].map((key) => fields[key]).find((one) => one !== undefined && one !== null);
    return typeof value === 'string' || typeof value === 'number' ? value : undefined;
  };
  const at = momentOf(find('at'));
  const method = find('method');
  const url = find('url');
  const status = Number(find('status'));
  if (!at || typeof method !== 'string' || typeof url !== 'string' || !Number.isInteger(status))
    return undefined;
  const text = (name: 'referrer' | 'agent') => valueOf(String(find(name) ?? '')) || undefined;
  return { at, method, url, status, referrer: text('referrer'), agent: text('agent') };
}

/** ISO, or seconds, milliseconds or nanoseconds since 1970. */
function momentOf(value: string | number | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  const at = new Date(
    Number.isNaN(number)
      ? String(value)
      : number > 1e17
        ? number / 1e6
        : number > 1e11
          ? number
          : number * 1000,
  );
  return Number.isNaN(at.getTime()) ? undefined : at;
}
