import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestEnv } from '@ctdb/chassis/testing';
import { getActiveRelease, type ReplyOf } from '@ctdb/contracts';
import { StagedService } from './staged-service.js';

type Active = ReplyOf<typeof getActiveRelease>;
type Listed = NonNullable<Active['release']>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Releases in a storage of their own, and an ops service that tells which one is live. */
export class Released {
  readonly ops = new StagedService('ops');
  isBroken = false;
  private readonly objects = new Map<string, string>();
  private readonly made: Listed[] = [];
  private active: Active = { revision: 0, earlier: [] };
  private url = '';

  static async start(env: TestEnv): Promise<Released> {
    const released = new Released();
    const server = createServer((request, response) => {
      const text = released.objects.get(request.url ?? '');
      if (text === undefined) response.writeHead(404).end();
      else response.end(released.isBroken ? `${text}!` : text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    env.onEnd(async () => {
      server.closeAllConnections();
      server.close();
    });
    released.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await released.ops.answer(getActiveRelease, ({ known }) => released.answer(known)).start(env);
    return released;
  }

  /** Makes the next release, whose page and script carry `mark`; the newest five are kept. */
  make(mark: string): void {
    const script = `console.log('${mark}');`;
    const page = `<!doctype html><title>${mark}</title><script src="/assets/app-${mark}.js"></script>`;
    const texts = {
      '/index.html': page,
      [`/assets/app-${mark}.js`]: script,
      '/release.json': JSON.stringify({ mark }),
    };
    const files = Object.entries(texts).map(([path, text]) => {
      const key = `/${sha256(text)}/${randomBytes(4).toString('hex')}`;
      this.objects.set(key, text);
      return { path, sha256: sha256(text), bytes: Buffer.byteLength(text), url: this.url + key };
    });
    this.made.unshift({ id: randomBytes(12).toString('hex'), hash: sha256(page), files });
    this.made.splice(5);
  }

  /** Makes the `place`th newest release the live one. */
  activate(place = 0, activatedAt = new Date()): void {
    const release = this.made[place];
    if (!release) throw new Error('there is no such release');
    const earlier = this.made.filter((other) => other !== release);
    const revision = this.active.revision + 1;
    this.active = { revision, activatedAt: activatedAt.toISOString(), release, earlier };
  }

  private answer(known: number | undefined): Active {
    const { revision } = this.active;
    return known === revision ? { revision, earlier: [] } : this.active;
  }
}
