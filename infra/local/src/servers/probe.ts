import { MongoClient, type Document } from 'mongodb';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError, StoppedError } from '../failure.ts';

const REPLY_TIMEOUT_MS = 1_000;

/** Sends bytes to a loopback port and returns the first reply; undefined after a second without one. */
export async function sendAndReceive(port: number, payload: Buffer | string) {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    socket.write(payload);
    const signal = AbortSignal.timeout(REPLY_TIMEOUT_MS);
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    return answer;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

/** Whether the port accepts connections. */
export async function canConnect(host: string, port: number, timeoutMs: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Whether the URL responds with the status. */
export async function respondsWith(url: string, status = 200): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REPLY_TIMEOUT_MS) });
  await response.body?.cancel();
  return response.status === status;
}

/** Whether the server accepts the credentials and carries out an administrator's command. */
export async function isMongoReady(uri: string, command: Document = { ping: 1 }): Promise<boolean> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500, directConnection: true });
  try {
    await client.db('admin').command(command);
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

/** Long enough for a loaded machine. */
export const READY_TIMEOUT_MS = 120_000;
const READY_POLL_INTERVAL_MS = 100;

/** @throws LaunchError if the server is not ready in time */
export async function waitUntilReady(
  title: string,
  isReady: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await isReady().catch(() => false))) {
    if (signal.aborted) throw new StoppedError();
    if (performance.now() > deadline)
      throw new LaunchError(`${title} was not ready within ${READY_TIMEOUT_MS / 1000} s.`);
    await sleep(READY_POLL_INTERVAL_MS);
  }
}
