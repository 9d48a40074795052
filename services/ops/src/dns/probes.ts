import { request, type IncomingMessage } from 'node:http';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { parseCertificate, type ParsedCertificate } from './certificates.js';

const PROBE_TIMEOUT_MS = 4_000;
/** More than the head of an answer that only redirects. */
const MAX_HEAD = 8_192;

/** An address that was resolved and allowed, and the host name for the request. */
export interface Target {
  readonly address: string;
  readonly port: number;
  readonly host: string;
}

/** The result of an HTTPS probe: no connection, no TLS, or the certificate. */
type TlsProbeResult = 'unreachable' | 'tlsFailed' | ParsedCertificate;

// The error is of this type although it is declared as another.
const getChainError = ({ authorized, authorizationError }: TLSSocket): string | undefined =>
  authorized ? undefined : String(authorizationError);

const readCertificate = (socket: TLSSocket, host: string): TlsProbeResult => {
  const x509 = socket.getPeerX509Certificate();
  try {
    if (x509) return parseCertificate(x509, host, getChainError(socket));
  } catch {
    // A certificate that cannot be read is worth no more than none.
  }
  return 'tlsFailed';
};

/**
 * Shakes hands with exactly this address and reads the certificate, also one that is not valid.
 * Nothing is sent after that.
 */
export const probeHttps = (
  { address, port, host }: Target,
  secureContext: SecureContext,
): Promise<TlsProbeResult> =>
  new Promise((resolve) => {
    const options = {
      host: address,
      port,
      servername: host,
      secureContext,
      // Read and shown, but not trusted.
      rejectUnauthorized: false,
      // The name is checked later; here it would hide errors of the chain.
      checkServerIdentity: () => undefined,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    };
    let isConnected = false;
    const fail = (): void => resolve(isConnected ? 'tlsFailed' : 'unreachable');
    const socket: TLSSocket = connect(options)
      .on('error', fail)
      .on('close', fail)
      .on('connect', () => (isConnected = true))
      .on('secureConnect', () => {
        resolve(readCertificate(socket, host));
        socket.destroy();
      });
  });

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

const leadsToHttps = (host: string, status = 0, location = ''): boolean => {
  const base = `http://${host}/`;
  return (
    redirectStatuses.has(status) &&
    URL.canParse(location, base) &&
    new URL(location, base).protocol === 'https:'
  );
};

/**
 * Whether http at exactly this address leads to https; `undefined` without an answer. Only the head
 * of one answer is read, and no redirect is followed.
 */
export const probeHttp = ({ address, port, host }: Target): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    const options = {
      host: address,
      port,
      method: 'HEAD',
      path: '/',
      headers: { host, 'user-agent': 'domain-check', connection: 'close' },
      agent: false,
      maxHeaderSize: MAX_HEAD,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    };
    const take = (answer: IncomingMessage): void => {
      resolve(leadsToHttps(host, answer.statusCode, answer.headers.location));
      answer.destroy();
    };
    const fail = (): void => resolve(undefined);
    request(options, take).on('error', fail).on('close', fail).end();
  });
