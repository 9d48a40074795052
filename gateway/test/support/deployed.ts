import { hash, randomBytes } from 'node:crypto';
import { ObjectStore, s3Env, toStorageSettings } from '@ctdb/chassis/storage';
import type { TestEnv } from '@ctdb/chassis/testing';
import { DomainError, getActiveSite, type ReplyOf } from '@ctdb/contracts';
import { z } from 'zod';
import { StubService } from './stub-service.js';

type Active = ReplyOf<typeof getActiveSite>;

/** Assets in a real storage, and an ops service that tells what the active deployment shows. */
export class Deployed {
  readonly ops = new StubService('ops', { listReleases: () => ({ releases: [] }) });
  isAway = false;
  isPublished = true;
  /** What each answer of ops waits for. */
  answersAfter: Promise<unknown> = Promise.resolve();
  private readonly storage = new ObjectStore(
    toStorageSettings(z.object(s3Env).parse(process.env), `test-${randomBytes(6).toString('hex')}`),
  );
  private active: Active = { revision: 0, earlier: [] };

  static async start(env: TestEnv): Promise<Deployed> {
    const deployed = new Deployed();
    const { storage, ops } = deployed;
    await storage.ensureBucket();
    env.onEnd(async () => {
      for await (const { key } of storage.list('')) await storage.remove([key]);
    });
    await ops.answer(getActiveSite, ({ known }) => deployed.answer(known)).start(env);
    return deployed;
  }

  /** Stores the asset of another version. */
  async publish(path: string, text: string): Promise<void> {
    const { key, sha256, bytes } = await this.storage.put(
      path.slice(1),
      Buffer.from(text),
      'text/plain',
    );
    const files = [{ path, sha256, bytes, url: await this.storage.presignGet(key) }];
    const site = { id: randomBytes(12).toString('hex'), hash: hash('sha256', path), files };
    this.change({ earlier: [...this.active.earlier, site] });
  }

  show(site: Active['site']): void {
    this.change({ site });
  }

  private change(changes: Partial<Active>): void {
    this.active = { ...this.active, ...changes, revision: this.active.revision + 1 };
  }

  private async answer(known: number | undefined): Promise<Active> {
    if (this.isAway) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    await this.answersAfter;
    const { isPublished } = this;
    const { revision } = this.active;
    return known === revision
      ? { revision, isPublished, earlier: [] }
      : { ...this.active, isPublished };
  }
}
