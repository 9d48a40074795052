import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RpcCaller } from '@ctdb/chassis/testing';
import { getActiveRelease, type ReplyOf } from '@ctdb/contracts';

type Files = NonNullable<ReplyOf<typeof getActiveRelease>['release']>;

/** Stands where gateways stand: asks which release is live, and serves all of it or nothing of it. */
export class LiveSite {
  /** While false it goes on serving what it has. */
  follows = true;
  isApiUp = true;
  /** The releases that it has served, in order. */
  readonly served: string[] = [];
  private revision: number | undefined;
  private files = new Map<string, Buffer>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      if (path === '/api/config') response.writeHead(this.isApiUp ? 200 : 503).end('{}');
      else if (this.files.has(path)) response.end(this.files.get(path));
      else response.writeHead(path === '/index.html' ? 200 : 404).end();
    });
  }

  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  follow(call: RpcCaller): void {
    this.timer = setInterval(() => {
      this.looking = this.looking.then(() => this.look(call)).catch(() => undefined);
    }, 200);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    this.server.close();
    this.server.closeAllConnections();
  }

  private async look(call: RpcCaller): Promise<void> {
    if (!this.follows) return;
    const known = this.revision === undefined ? {} : { known: this.revision };
    const { revision, release } = await call(getActiveRelease, known);
    if (revision === this.revision) return;
    this.files = release ? await wholeOf(release) : new Map();
    if (release) this.served.push(release.id);
    this.revision = revision;
  }
}

/** All files of a release; fails where one is not as it is told to be. */
export const wholeOf = async ({ files }: Files): Promise<Map<string, Buffer>> => {
  const found = new Map<string, Buffer>();
  for (const { path, url, sha256, bytes } of files) {
    const body = Buffer.from(await (await fetch(url)).arrayBuffer());
    const isWhole =
      body.length === bytes && createHash('sha256').update(body).digest('hex') === sha256;
    if (!isWhole) throw new Error(`${path} is not whole`);
    found.set(path, body);
  }
  return found;
};
