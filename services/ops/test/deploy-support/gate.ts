import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A proxy in front of a server. While it is held, it passes no data on. */
export class Gate {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private passable: Promise<void> = Promise.resolve();
  private letPass: () => void = () => undefined;

  private constructor(private readonly target: URL) {
    this.server = createServer((client) => this.forward(client));
  }

  static async to(address: string): Promise<Gate> {
    const gate = new Gate(new URL(address));
    gate.server.listen(0, '127.0.0.1');
    await once(gate.server, 'listening');
    return gate;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  hold(): void {
    this.passable = new Promise((resolve) => (this.letPass = resolve));
  }

  open(): void {
    this.letPass();
  }

  close(): Promise<void> {
    this.open();
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    return Promise.resolve();
  }

  private forward(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const held = new Transform({
      transform: (chunk, _encoding, done) => void this.passable.then(() => done(null, chunk)),
    });
    client.pipe(held).pipe(server).pipe(client);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
