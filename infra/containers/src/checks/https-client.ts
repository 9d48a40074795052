import { createSocket } from 'node:dgram';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { domain, httpPort, httpsPort } from './pebble.ts';

const HOST = '127.0.0.1';
const TIMEOUT_MS = 20_000;

export interface HttpsResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface HttpsRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** By http. */
  isPlain?: boolean;
}

interface Handshake {
  issuer: string;
  serial: string;
  validTo: string;
  /** Negotiated with a client of HTTP/2. */
  protocol: string;
}

/** Calls the product by its domain, on a new connection each time; trusts one authority alone. */
export class HttpsClient {
  readonly #ca: string;
  token: string | undefined;

  constructor(ca: string) {
    this.#ca = ca;
  }

  async send({
    method = 'GET',
    path,
    headers,
    body,
    isPlain = false,
  }: HttpsRequest): Promise<HttpsResponse> {
    // Encodes a form.
    const encoded = new Response(body instanceof FormData ? body : JSON.stringify(body));
    const bytes = Buffer.from(await encoded.arrayBuffer());
    const type = body instanceof FormData ? encoded.headers.get('content-type') : undefined;
    const all = {
      host: domain,
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      ...(body !== undefined && { 'content-length': String(bytes.length) }),
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
      ...headers,
    };
    const target = { host: HOST, method, path, headers: all, agent: false, timeout: TIMEOUT_MS };
    return new Promise((resolve, reject) => {
      const request = isPlain
        ? httpRequest({ ...target, port: httpPort })
        : httpsRequest({ ...target, port: httpsPort, servername: domain, ca: this.#ca });
      let isAnswered = false;
      request.on('response', (response) => {
        isAnswered = true;
        const { statusCode: status = 0, headers: received } = response;
        buffer(response).then(
          (content) => resolve({ status, headers: received, text: content.toString() }),
          reject,
        );
      });
      // A rejected upload ends the connection while it is sent.
      request.on('error', (error) => {
        if (!isAnswered) reject(error);
      });
      request.on('timeout', () => request.destroy(new Error(`${path}: no response in time`)));
      request.end(body === undefined ? undefined : bytes);
    });
  }

  /** Sends JSON; throws unless the response is 2xx. */
  async json<T>(path: string, body: unknown): Promise<T> {
    const { status, text } = await this.send({ method: 'POST', path, body });
    if (status < 200 || status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** The certificate that is presented now, and the protocol; rejects unless the certificate is valid. */
  handshake(): Promise<Handshake> {
    return new Promise((resolve, reject) => {
      const server = { host: HOST, port: httpsPort, servername: domain, ca: this.#ca };
      const options = { ...server, ALPNProtocols: ['h2', 'http/1.1'], timeout: TIMEOUT_MS };
      const socket = connect(options, () => {
        const { issuer, serialNumber: serial, valid_to: validTo } = socket.getPeerCertificate();
        socket.end();
        const protocol = socket.alpnProtocol || 'none';
        resolve({ issuer: String(issuer.CN), serial, validTo, protocol });
      });
      socket.on('error', reject);
      socket.on('timeout', () => socket.destroy(new Error('no TLS handshake in time')));
    });
  }
}

const QUIC_PACKET_BYTES = 1_200;

/** Whether a QUIC server responds: it lists its versions to a packet of an unknown one (RFC 9000, 6). */
export function isQuicOffered(port: number): Promise<boolean> {
  const packet = Buffer.alloc(QUIC_PACKET_BYTES);
  // A long header, a reserved version, and two connection ids of 8 bytes.
  packet.set([0xc0, 0x1a, 0x2a, 0x3a, 0x4a, 8]);
  packet[14] = 8;
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const timer = setTimeout(() => end(false), 5_000);
    const end = (found: boolean) => {
      clearTimeout(timer);
      socket.close();
      resolve(found);
    };
    // Version 0: a version negotiation.
    socket.on('message', (answer) => end(answer.readUInt32BE(1) === 0));
    socket.on('error', () => end(false));
    socket.send(packet, port, HOST);
  });
}
