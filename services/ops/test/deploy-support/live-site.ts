import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RpcCaller } from '@ctdb/chassis/testing';
import { BUNDLED_SITE_PATH, getActiveRelease, type ReplyOf } from '@ctdb/contracts';

type Files = NonNullable<ReplyOf<typeof getActiveRelease>['release']>;

/** Stands where gateways stand: asks which release is live, and serves all of it or nothing of it. */
export class LiveSite {
  /** While false it continues to serve the release that it has. */
  follows = true;
  isApiUp = true;
  /** The id of its own bundle. */
  bundle = 'a'.repeat(64);
  /** The releases that it has served, in order. */
  readonly served: string[] = [];
  /** The revision that it follows. */
  seen: number | undefined;
  private files = new Map<string, Buffer>();
  private isOpen = true;
  private looking: Promise<void> = Promise.resolve();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      if (path === '/api/config') response.writeHead(this.isApiUp ? 200 : 503).end('{}');
      else if (path === BUNDLED_SITE_PATH) response.end(JSON.stringify({ id: this.bundle }));
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
    const repeat = async (): Promise<void> => {
      while (this.isOpen) {
        await this.look(call).catch(() => undefined);
        await pause(20);
      }
    };
    this.looking = repeat();
  }

  /** Begins anew, as gateways do that come with another bundle. */
  update(bundle: string): void {
    this.bundle = bundle;
    this.seen = undefined;
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.looking;
    this.server.close();
    this.server.closeAllConnections();
  }

  private async look(call: RpcCaller): Promise<void> {
    if (!this.follows) return;
    const known = this.seen === undefined ? {} : { known: this.seen };
    const own = this.bundle;
    const { revision, release, bundle } = await call(getActiveRelease, known);
    if (revision === this.seen) return;
    const isOurs = release !== undefined && bundle === own;
    this.files = isOurs ? await wholeOf(release) : new Map();
    if (isOurs) this.served.push(release.id);
    if (own === this.bundle) this.seen = revision;
  }
}

/** All files of a release. Throws if the size or checksum of a file differs from the list. */
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
