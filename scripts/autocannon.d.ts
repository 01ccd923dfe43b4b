/** The package brings no types; this is the part that the measurements use. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    connections?: number;
    duration?: number;
    requests?: { path: string }[];
  }): Promise<{
    requests: { average: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  }>;
}
