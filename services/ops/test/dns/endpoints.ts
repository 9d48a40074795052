import { createServer as createHttp } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import type { Identity } from './certificates.js';

/** A server that counts who comes. */
export class Endpoint {
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      // A probe goes away as it likes.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  static async listen(server: Server, address: string, port: number): Promise<Endpoint> {
    const made = new Endpoint(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, resolve);
    });
    return made;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** https with this certificate. */
export const tlsServer = ({ cert, key }: Identity): Server => {
  const server = createTls({ cert, key });
  server.on('tlsClientError', () => undefined);
  return server;
};

/** Takes connections and says nothing. */
export const silentServer = (): Server => createTcp();

/** Says something that begins well and never ends: a byte every 50 ms. */
export const drippingServer = (beginning: Buffer): Server =>
  createTcp((socket) => {
    let at = 0;
    const timer = setInterval(() => {
      socket.write(
        beginning.subarray(at, at + 1).length > 0 ? beginning.subarray(at, at + 1) : 'a',
      );
      at += 1;
    }, 50);
    socket.on('close', () => clearInterval(timer));
  });

/** The head of a TLS handshake record of 16 kB, with the head of a ServerHello. */
export const tlsBeginning = Buffer.from([0x16, 3, 3, 0x40, 0, 2, 0, 0x3f, 0xfc, 3, 3]);
/** The head of an answer of http. */
export const httpBeginning = Buffer.from('HTTP/1.1 301 Moved Permanently\r\nX: ');

/** Answers everything with this status and address. */
export const httpServer = (status: number, location?: string): Server =>
  createHttp((_request, response) => {
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
