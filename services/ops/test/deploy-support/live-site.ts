import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RpcCaller } from '@ctdb/chassis/testing';
import { getActiveSite, RELEASE_FILE, type ReplyOf } from '@ctdb/contracts';

type Shown = ReplyOf<typeof getActiveSite>['site'];

/** Stands where gateways stand: asks what the active deployment shows, and shows it. */
export class LiveSite {
  /** While false it continues to show what it has. */
  follows = true;
  shown: Shown;
  private seen: number | undefined;
  private isOpen = true;
  private looking: Promise<void> = Promise.resolve();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      if (request.url !== RELEASE_FILE) response.end('a page');
      else if (!this.shown) response.writeHead(404).end();
      else response.end(JSON.stringify({ ...this.shown, host: request.headers.host }));
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

  async close(): Promise<void> {
    this.isOpen = false;
    await this.looking;
    this.server.close();
    this.server.closeAllConnections();
  }

  private async look(call: RpcCaller): Promise<void> {
    if (!this.follows) return;
    const known = this.seen === undefined ? {} : { known: this.seen };
    const { revision, site } = await call(getActiveSite, known);
    if (revision === this.seen) return;
    this.shown = site;
    this.seen = revision;
  }
}
