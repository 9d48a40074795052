import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, backgroundContext, coalesceCalls, Health, RpcClient } from '@ctdb/chassis';
import { getActiveSite, type ReplyOf } from '@ctdb/contracts';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

type Reply = ReplyOf<typeof getActiveSite>;

const CALL_TIMEOUT_MS = 2_000;
/** Minimum time between two polls that requests for unknown assets cause. */
const MIN_POLL_INTERVAL_MS = 100;
const START_POLL_INTERVAL_MS = 500;
/** How long a gateway waits until its worker has published the assets of its pages. */
const PUBLISH_WAIT_MS = 60_000;
/** Ops' URLs of assets are valid for longer. */
const URLS_VALID_MS = 600_000;

/**
 * Knows what the active deployment shows, and where the assets of other versions are. Polls ops every
 * {@link GatewayConfig.RELEASE_POLL_MS}, and at once if a page requests an asset that only another gateway may know.
 * While ops is unreachable, the last answer holds.
 */
@Injectable()
export class ActiveSite implements OnApplicationBootstrap, OnModuleDestroy {
  /** The id of the bundled site; undefined while there is none. */
  bundle: string | undefined;
  private last: Reply | undefined;
  private urls: ReadonlyMap<string, string> = new Map();
  private urlsUntil = 0;
  private polledAt = Number.NEGATIVE_INFINITY;
  private readonly firstAnswer = Promise.withResolvers<undefined>();
  private hasFailed = false;
  private isReady = false;
  private isStopped = false;

  /** Polls once, after this call. Never rejects. */
  private readonly poll = coalesceCalls(async (): Promise<void> => {
    if (this.isStopped) return;
    const rest = this.polledAt + MIN_POLL_INTERVAL_MS - performance.now();
    if (rest > 0) await pause(rest);
    if (this.isStopped) return;
    await this.update().catch((error: unknown) => this.warn(error));
    this.polledAt = performance.now();
  });

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    health.register('site', () => {
      if (!this.isReady) throw new Error('active site unknown, or assets not published yet');
    });
  }

  onApplicationBootstrap(): void {
    const { RELEASE_WAIT_MS } = this.config;
    void this.pollRegularly();
    setTimeout(() => {
      this.firstAnswer.resolve(undefined);
      this.isReady ||= !this.last;
    }, RELEASE_WAIT_MS).unref();
    setTimeout(() => (this.isReady = true), RELEASE_WAIT_MS + PUBLISH_WAIT_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    // Waits for the poll that runs; no other one begins.
    await this.poll();
  }

  /** Returns what the active deployment shows; undefined before the first one. */
  get shown(): Reply['site'] {
    return this.last?.site;
  }

  /** Resolves when ops has answered once, or after {@link GatewayConfig.RELEASE_WAIT_MS}. */
  async known(): Promise<void> {
    await this.firstAnswer.promise;
  }

  /** The URL of another version's asset; another gateway may have sent its page a moment ago. */
  async findAsset(path: string): Promise<string | undefined> {
    const isValid = performance.now() < this.urlsUntil;
    if (!isValid || !this.urls.has(path)) await this.poll();
    return this.urls.get(path);
  }

  private async pollRegularly(): Promise<void> {
    while (!this.isStopped) {
      await this.poll();
      if (this.last) this.firstAnswer.resolve(undefined);
      // Other gateways may be asked for the assets of our pages: they have to be published first.
      this.isReady ||= this.last !== undefined && this.last.isPublished !== false;
      const interval = this.isReady ? this.config.RELEASE_POLL_MS : START_POLL_INTERVAL_MS;
      await pause(interval, undefined, { ref: false });
    }
  }

  private async update(): Promise<void> {
    const { bundle } = this;
    const known = performance.now() < this.urlsUntil ? this.last?.revision : undefined;
    const answer = await this.rpc.call(
      getActiveSite,
      { known, bundle },
      { ...backgroundContext(), deadlineMs: CALL_TIMEOUT_MS },
    );
    this.hasFailed = false;
    const { revision, isPublished, earlier } = answer;
    if (revision === known && this.last) {
      this.last = { ...this.last, isPublished };
      return;
    }
    if (revision !== this.last?.revision) this.logger.info('active site read', { revision });
    this.last = answer;
    this.urls = new Map(earlier.flatMap(({ files }) => files.map(({ path, url }) => [path, url])));
    this.urlsUntil = performance.now() + URLS_VALID_MS;
  }

  /** Warns once, not at every poll. */
  private warn(error: unknown): void {
    if (!this.hasFailed) this.logger.warn('reading the active site from ops failed', error);
    this.hasFailed = true;
  }
}
