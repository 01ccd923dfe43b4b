/** The package brings no types; this is the part that the measurements use. */
declare module 'autocannon' {
  interface Request {
    path: string;
    headers?: Record<string, string>;
    /** Called before each sending. */
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
