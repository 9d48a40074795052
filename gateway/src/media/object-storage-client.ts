import type { Readable } from 'node:stream';
import { serviceUnavailable } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Agent, type Dispatcher, request } from 'undici';

const STORAGE_TIMEOUT_MS = 20_000;
const dispatcher = new Agent({
  connections: 64,
  connectTimeout: STORAGE_TIMEOUT_MS,
  headersTimeout: STORAGE_TIMEOUT_MS,
  bodyTimeout: STORAGE_TIMEOUT_MS,
});

/** The storage closed a kept connection just when it was used again. */
const staleConnectionCodes = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

type StorageRequest = Pick<Dispatcher.RequestOptions, 'method' | 'headers'> & {
  readonly body?: () => Readable;
};

/**
 * Sends a request to a presigned URL; `SERVICE_UNAVAILABLE` if that fails. It is sent once more if
 * the first attempt met a kept connection that the storage had just closed; both methods may be repeated.
 */
const send = async (url: string, { method, headers, body }: StorageRequest) => {
  const isStale = (error: unknown) =>
    staleConnectionCodes.includes((error as NodeJS.ErrnoException).code ?? '');
  const attempt = () => request(url, { method, headers, body: body?.() ?? null, dispatcher });
  try {
    return await attempt().catch((error) => {
      if (isStale(error)) return attempt();
      throw error;
    });
  } catch {
    throw serviceUnavailable();
  }
};

/**
 * Puts `bytes` bytes under a presigned URL; `SERVICE_UNAVAILABLE` if that fails. `body` may be
 * called twice.
 */
export const putObject = async (url: string, body: () => Readable, bytes: number) => {
  const headers = { 'content-length': String(bytes) };
  await requireStored(await send(url, { method: 'PUT', headers, body }));
};

/** A slow client may take as long as the server lets it. */
const STREAM_TIMEOUT_MS = 300_000;

/** {@link putObject} of a stream that comes only once, as it arrives. */
export const putStream = async (url: string, body: Readable, bytes: number) => {
  const headers = { 'content-length': String(bytes) };
  const options = { method: 'PUT', headers, body, headersTimeout: STREAM_TIMEOUT_MS } as const;
  const response = await request(url, { ...options, dispatcher }).catch(() => {
    throw serviceUnavailable();
  });
  await requireStored(response);
};

const requireStored = async ({ body, statusCode }: Dispatcher.ResponseData): Promise<void> => {
  await body.dump();
  if (statusCode !== 200) throw serviceUnavailable();
};

/**
 * Gets the bytes under a presigned URL: of the object, or of the part that was asked for, which the answer's
 * `range` describes. `range` is the client's `Range` header: the storage answers it
 * (RFC 9110, 14.2); anything but one range of bytes is ignored. `size` is the size of the object.
 * Throws `RANGE_NOT_SATISFIABLE`, or `SERVICE_UNAVAILABLE` if the storage fails.
 */
export const getObject = async (
  url: string,
  { range, size = 0 }: { range?: string | undefined; size?: number } = {},
) => {
  const isOneRange = range !== undefined && /^bytes=(\d+-\d*|-\d+)$/.test(range);
  const response = await send(url, { method: 'GET', headers: isOneRange ? { range } : {} });
  const { statusCode, headers, body } = response;
  const contentRange = headers['content-range'];
  if (statusCode === 200 || statusCode === 206)
    return {
      body,
      bytes: String(headers['content-length']),
      range: statusCode === 206 ? String(contentRange) : undefined,
    };
  await body.dump();
  if (statusCode === 416) throw new DomainError('RANGE_NOT_SATISFIABLE', { size });
  throw serviceUnavailable();
};
