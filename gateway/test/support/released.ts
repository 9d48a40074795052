import { hash, randomBytes } from 'node:crypto';
import { ObjectStore, s3Env, toStorageSettings } from '@ctdb/chassis/storage';
import type { TestEnv } from '@ctdb/chassis/testing';
import { DomainError, getActiveRelease, type ReplyOf } from '@ctdb/contracts';
import { z } from 'zod';
import { StubService } from './stub-service.js';

type Active = ReplyOf<typeof getActiveRelease>;

/** A release that was made: its pages, its script and its style carry `mark`. */
export interface Made extends NonNullable<Active['release']> {
  readonly mark: string;
}

const ADDRESS_SECONDS = 900;
const KEPT = 6;

/** Releases in a real storage, and an ops service that tells which one is live. */
export class Released {
  readonly ops = new StubService('ops', {
    listReleases: () => ({ releases: [] }),
    storeBundledSite: () => ({ missing: [] }),
  });
  isAway = false;
  /** What each answer of ops waits for. */
  answersAfter: Promise<unknown> = Promise.resolve();
  private readonly storage = new ObjectStore(
    toStorageSettings(z.object(s3Env).parse(process.env), `test-${randomBytes(6).toString('hex')}`),
  );
  private readonly made: Made[] = [];
  private active: Active = { revision: 0, earlier: [] };

  static async start(env: TestEnv): Promise<Released> {
    const released = new Released();
    const { storage, ops } = released;
    await storage.ensureBucket();
    env.onEnd(async () => {
      for await (const { key } of storage.list('')) await storage.remove([key]);
    });
    await ops.answer(getActiveRelease, ({ known }) => released.answer(known)).start(env);
    return released;
  }

  /** Makes the next release; the newest six are kept. */
  async make(mark: string): Promise<Made> {
    const id = randomBytes(12).toString('hex');
    const texts = {
      '/index.html': `<!doctype html><title>${mark}</title><script src="/assets/app-${mark}.js"></script>`,
      [`/assets/app-${mark}.js`]: `console.log('${mark}');`,
      [`/assets/style-${mark}.css`]: `.${mark} {}`,
      '/pages/kn/screen.html': `<!doctype html><title>${mark} · %PRODUCT_NAME_KN%</title>`,
      '/release.json': JSON.stringify({ mark }),
    };
    const stored = Object.entries(texts).map(async ([path, text]) => {
      const { key, sha256, bytes } = await this.put(id + path, text);
      return { path, sha256, bytes, url: await this.storage.presignGet(key, ADDRESS_SECONDS) };
    });
    const made = { id, hash: hash('sha256', id), files: await Promise.all(stored), mark };
    this.made.unshift(made);
    this.made.splice(KEPT);
    return made;
  }

  /** Has the storage hold `text` in the place of a file of a release; undefined: nothing. */
  async store({ id }: Made, path: string, text?: string): Promise<void> {
    if (text === undefined) await this.storage.remove([id + path]);
    else await this.put(id + path, text);
  }

  /** Makes the `place`th newest release live in the place of `bundle`; its mark. */
  activate(bundle: string | undefined, place = 0): string {
    const made = this.made[place];
    if (!made) throw new Error('there is no such release');
    const [{ mark, ...release }, ...earlier] = [made, ...this.made.filter((one) => one !== made)];
    this.active = {
      revision: this.active.revision + 1,
      ...(bundle !== undefined && { bundle }),
      release,
      earlier: earlier.map(({ id, hash, files }) => ({ id, hash, files })),
    };
    return mark;
  }

  private put(key: string, text: string) {
    return this.storage.put(key, Buffer.from(text), 'text/plain');
  }

  private async answer(known: number | undefined): Promise<Active> {
    if (this.isAway) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    await this.answersAfter;
    const { revision } = this.active;
    return known === revision ? { revision, earlier: [] } : this.active;
  }
}
