import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands in front of a real server, so that a test can take the server away and give it back. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  /** Connections to the proxy, with their own to the server. */
  private readonly pairs = new Map<Socket, Socket>();
  private isHeld = false;
  private readonly server: Server;
  private port = 0;

  private constructor(private readonly target: URL) {
    this.server = createServer((client) => this.forward(client));
  }

  /** A running proxy for the server at `address`. */
  static async to(address: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(address));
    await proxy.start();
    return proxy;
  }

  /** The address to use instead of the server's own. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** Cuts all connections; new ones still come through. */
  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Takes the server away: connections are cut, new ones refused. */
  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.dropConnections();
    await closed;
  }

  /** Gives the server back, at the same address. */
  async start(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Connections stay, but no request gets through until {@link release}. */
  hold(): void {
    this.isHeld = true;
    for (const [client, server] of this.pairs) client.unpipe(server);
  }

  release(): void {
    this.isHeld = false;
    for (const [client, server] of this.pairs) client.pipe(server);
  }

  private forward(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    this.pairs.set(client, server);
    if (!this.isHeld) client.pipe(server);
    server.pipe(client);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      // Either end of a cut connection may complain; both are gone then.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        this.pairs.delete(socket);
        other.destroy();
      });
    }
  }
}
