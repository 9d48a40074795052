import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
// oxlint-disable-next-line ctdb/borders -- its image has this file of the project alone
import { OutboundGuard } from '../../../services/ops/src/dns/networks.ts';
import type { Settings } from './settings.ts';

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 2_000;

/** The address may not be called: a repetition is useless. */
class RefusedError extends Error {}

/** Names what is sent of a backup, as Healthchecks names it. */
type Signal = 'start' | 'success' | 'fail';

/** The address for a signal: the given one for success, `/start` or `/fail` below it for the others. */
export const signalUrl = (address: string, signal: Signal): URL => {
  const url = new URL(address);
  if (signal !== 'success') url.pathname = `${url.pathname.replace(/\/$/, '')}/${signal}`;
  return url;
};

/** Sends a GET to an address that was resolved and allowed just before. Follows no redirect; throws if it is not taken. */
const get = async (url: URL, guard: OutboundGuard): Promise<void> => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true });
  const [first] = addresses;
  if (!first || !addresses.every(({ address }) => guard.allows(address)))
    throw new RefusedError(`${host} is not public, and not in BACKUP_PING_NETWORKS`);
  const resolved: LookupFunction = (_, { all }, done) =>
    all ? done(null, addresses) : done(null, first.address, first.family);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const options = { lookup: resolved, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const take = (answer: http.IncomingMessage) => {
      resolve(answer.statusCode);
      answer.destroy();
    };
    const isSafe = url.protocol === 'https:';
    const sent = isSafe ? https.request(url, options, take) : http.request(url, options, take);
    sent.on('error', reject).end();
  });
  if (status === undefined || status < 200 || status > 299) throw new Error(`status ${status}`);
};

/** Sends a signal, if an address is set. A failure is logged without the address, which is a secret. */
const ping = async ({ url, networks }: NonNullable<Settings['ping']>, signal: Signal) => {
  const guard = new OutboundGuard(networks);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await get(signalUrl(url, signal), guard);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      console.error(`sending "${signal}" to BACKUP_PING_URL failed: ${reason}`);
      if (attempt === MAX_ATTEMPTS || error instanceof RefusedError) return;
      await sleep(PAUSE_MS);
    }
  }
};

/** Does the work and sends its start and its end. The start delays nothing, and no signal fails the work. */
export const withPings = async (
  { ping: target }: Pick<Settings, 'ping'>,
  work: () => Promise<void>,
): Promise<void> => {
  if (!target) return work();
  const started = ping(target, 'start');
  const end = async (signal: Signal) => {
    await started;
    await ping(target, signal);
  };
  try {
    await work();
  } catch (error) {
    await end('fail');
    throw error;
  }
  await end('success');
};
