import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Client } from 'undici';

/** A server under load, with the `Authorization` headers of its signed-in sessions. */
export interface Target {
  origin: string;
  sessions: string[];
}

export interface LoadRequest {
  path: string;
  /** The body of a POST. Without one the request is a GET. */
  body?: object;
  headers?: Record<string, string>;
}

export interface LoadResult {
  perSecond: number;
  /** Response times in microseconds. */
  latencies: RecordableHistogram;
  /** Responses without status 2xx, as texts. They count nowhere else. */
  failures: string[];
}

interface LoadOptions {
  connections: number;
  /** Measured time; before it a quarter of it passes unmeasured. */
  seconds: number;
  signal: AbortSignal;
}

/**
 * Keeps one request in flight on each connection (a closed loop). Sessions take the connections in turn.
 */
export async function runLoad(
  { origin, sessions }: Target,
  createRequest: () => LoadRequest,
  { connections, seconds, signal }: LoadOptions,
): Promise<LoadResult> {
  const latencies = createHistogram();
  const failures: string[] = [];
  const startsAt = performance.now() + seconds * 250;
  const endsAt = startsAt + seconds * 1_000;
  const runConnection = async (index: number) => {
    const client = new Client(origin);
    const authorization = sessions[index % sessions.length] ?? '';
    try {
      for (;;) {
        signal.throwIfAborted();
        const sentAt = performance.now();
        if (sentAt > endsAt) return;
        const failure = await send(client, authorization, createRequest());
        const now = performance.now();
        if (failure !== undefined) failures.push(failure);
        else if (now >= startsAt && now <= endsAt)
          latencies.record(Math.max(1, Math.round((now - sentAt) * 1_000)));
      }
    } finally {
      await client.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => runConnection(index)));
  return { perSecond: latencies.count / seconds, latencies, failures };
}

/**
 * Reads the whole response, and describes one without status 2xx. Costs as little as possible, because the client
 * shares the cores with the server.
 */
function send(
  client: Client,
  authorization: string,
  { path, body, headers }: LoadRequest,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let problem = '';
    client.dispatch(
      {
        path,
        method: body ? 'POST' : 'GET',
        body: body ? JSON.stringify(body) : null,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => void (status = statusCode),
        onResponseData: (_controller, chunk) => {
          if (status >= 300) problem += chunk.toString();
        },
        onResponseEnd: () => {
          resolve(status < 300 ? undefined : `${path}: ${status} ${problem.slice(0, 300)}`);
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
