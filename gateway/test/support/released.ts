import { hash, randomBytes } from 'node:crypto';
import type { TestEnv } from '@ctdb/chassis/testing';
import { DomainError, getActiveRelease, type ReplyOf } from '@ctdb/contracts';
import { Client } from 'minio';
import { StagedService } from './staged-service.js';

type Active = ReplyOf<typeof getActiveRelease>;

/** A release that was made: its pages, its script and its style carry `mark`. */
export interface Made extends NonNullable<Active['release']> {
  readonly mark: string;
}

const ADDRESS_SECONDS = 900;
const KEPT = 6;

const sha256 = (text: string): string => hash('sha256', text);

const storageOf = ({ S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY }: NodeJS.ProcessEnv): Client => {
  if (!S3_ENDPOINT || !S3_ACCESS_KEY || !S3_SECRET_KEY) throw new Error('S3_* must be set');
  const { hostname, port, protocol } = new URL(S3_ENDPOINT);
  const place = { endPoint: hostname, useSSL: protocol === 'https:', region: 'us-east-1' };
  const keys = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
  return new Client({ ...place, ...keys, ...(port && { port: Number(port) }) });
};

/** Releases in a real storage, and an ops service that tells which one is live. */
export class Released {
  readonly ops = new StagedService('ops', {
    listReleases: () => ({ releases: [] }),
    storeBundledSite: () => ({ missing: [] }),
  });
  isAway = false;
  /** What each answer of ops waits for. */
  answersAfter: Promise<unknown> = Promise.resolve();
  private readonly storage = storageOf(process.env);
  private readonly bucket = `test-${randomBytes(6).toString('hex')}`;
  private readonly made: Made[] = [];
  private active: Active = { revision: 0, earlier: [] };

  static async start(env: TestEnv): Promise<Released> {
    const released = new Released();
    const { storage, bucket, ops } = released;
    await storage.makeBucket(bucket);
    env.onEnd(async () => {
      const objects = await storage.listObjectsV2(bucket, '', true).toArray();
      await storage.removeObjects(bucket, objects as { name: string }[]);
      await storage.removeBucket(bucket);
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
      const key = id + path;
      await this.storage.putObject(this.bucket, key, text);
      const url = await this.storage.presignedGetObject(this.bucket, key, ADDRESS_SECONDS);
      return { path, sha256: sha256(text), bytes: Buffer.byteLength(text), url };
    });
    const made = { id, hash: sha256(id), files: await Promise.all(stored), mark };
    this.made.unshift(made);
    this.made.splice(KEPT);
    return made;
  }

  /** Has the storage hold `text` in the place of a file of a release; undefined: nothing. */
  async store({ id }: Made, path: string, text?: string): Promise<void> {
    if (text === undefined) await this.storage.removeObject(this.bucket, id + path);
    else await this.storage.putObject(this.bucket, id + path, text);
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

  private async answer(known: number | undefined): Promise<Active> {
    if (this.isAway) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    await this.answersAfter;
    const { revision } = this.active;
    return known === revision ? { revision, earlier: [] } : this.active;
  }
}
