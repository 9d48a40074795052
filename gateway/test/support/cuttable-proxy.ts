import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a server, whose connections a test can cut. */
export class CuttableProxy {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'cut' | 'frozen' = 'open';

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  /** A proxy to the server at `address`, which it hands on with its own host and port. */
  static async to(address: string): Promise<CuttableProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CuttableProxy(server, new URL(address));
  }

  /** The server's address by way of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Ends all connections; new ones end at once. */
  cut(): void {
    this.state = 'cut';
    this.endAll();
  }

  /** Keeps the connections, and hands nothing on any more. */
  freeze(): void {
    this.state = 'frozen';
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Hands on again what comes by new connections. */
  mend(): void {
    this.state = 'open';
  }

  async close(): Promise<void> {
    this.endAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(client: Socket): void {
    if (this.state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(this.target.port), this.target.hostname);
    for (const [near, far] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(near);
      near.on('error', () => far.destroy());
      near.on('close', () => {
        this.sockets.delete(near);
        far.destroy();
      });
      if (this.state === 'open') near.pipe(far);
    }
  }

  private endAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
