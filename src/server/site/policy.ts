export const reportsAddress = '/api/policy-reports';

/*
 * Without `require-trusted-types-for 'script'`: in Chromium it blocks the service worker and the search
 * worker (their addresses), filtered lists (DOMParser) and icons of forms (innerHTML). These take only own or
 * escaped markup; a pass-through policy would protect nothing. To be enabled once they work without these
 * APIs.
 */
/** CSP of pages: own files, and inline code with the publisher's hashes. */
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
    // The desk embeds previews.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The newer directive, which needs https, and the older one.
    'report-to policy',
    `report-uri ${reportsAddress}`,
  ].join('; ');
}

/** For responses that are not pages. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For minimal pages: text, and the tab icon that every browser requests. */
export const barePolicy = `${closedPolicy}; img-src 'self'`;

/** For the service worker, which fetches pages of the site. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Headers of a page beside those of every response; browsers read them of documents only. */
export const pageHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'reporting-endpoints': `policy="${reportsAddress}"`,
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=(), ' +
    'publickey-credentials-create=(self), publickey-credentials-get=(self)',
});

/** Headers of every response. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(siteUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}
