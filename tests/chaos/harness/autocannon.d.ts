/** The package has no types; this is the part in use. */
declare module 'autocannon' {
  interface Request {
    path: string;
    headers?: Record<string, string>;
    setupRequest?: (request: Request) => Request;
  }
  export default function autocannon(options: {
    url: string;
    connections?: number;
    duration?: number;
    requests?: Request[];
  }): Promise<{
    requests: { average: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    '5xx': number;
    statusCodeStats: Record<string, { count: number }>;
    errors: number;
    timeouts: number;
  }>;
}
