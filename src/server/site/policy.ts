/** Where browsers tell what a page was kept from. */
const reportsAddress = '/api/policy-reports';

/*
 * Not `require-trusted-types-for 'script'`: tried in Chromium on the pages of islands, it stops the keeper of pages and the
 * search worker (their addresses), narrowed lists (DOMParser) and icons of forms (innerHTML). Each takes only markup of
 * ours or escaped text; a policy for all of them would pass what it is given and guard nothing. It can be switched on
 * once workers get their addresses, and lists and icons their elements, without these four.
 */
/** What a page may load: the site's own files, and inline code whose hash the publisher has vouched for. */
export function policyOf({ scripts, styles }: { scripts: string[]; styles: string[] }): string {
  const own = (hashes: string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own(scripts)}`,
    `style-src ${own(styles)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The desk shows drafts of our own pages.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The newer way, which wants https, and the older one.
    'report-to policy',
    `report-uri ${reportsAddress}`,
  ].join('; ');
}

/** An answer that is no page loads nothing. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** A page of ours that stands without the site: its sentences and the icon of its tab, which every browser asks for. */
export const barePolicy = `${closedPolicy}; img-src 'self'`;

/** The worker that keeps pages fetches them from the site, and nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Headers of every answer, page or not. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'reporting-endpoints': `policy="${reportsAddress}"`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=(), ' +
      'publickey-credentials-create=(self), publickey-credentials-get=(self)',
    ...(siteUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}
