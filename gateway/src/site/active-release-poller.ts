import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, backgroundContext, Health, RpcClient } from '@ctdb/chassis';
import { getActiveRelease, type ReplyOf } from '@ctdb/contracts';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { ReleaseLoader } from './release-loader.js';
import { RetainedReleaseLoader } from './retained-release-loader.js';
import type { SiteFile } from './site-file.js';
import { SiteStore } from './site-store.js';

const CALL_TIMEOUT_MS = 2_000;
/** Minimum time between two polls that requests for unknown assets cause. */
const MIN_POLL_INTERVAL_MS = 100;
/** How long a request waits for an unknown asset while earlier releases are being fetched. */
const ASSET_WAIT_MS = 3_000;
/** What could not be read of an earlier release is tried again every so many looks. */
const RETRY_EVERY_POLLS = 30;

/**
 * Follows the live release: asks ops every {@link GatewayConfig.RELEASE_POLL_MS}, and at once when a page
 * asks for an asset that only another gateway may know of. While ops is away what was served last
 * goes on being served.
 */
@Injectable()
export class ActiveReleasePoller implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loader = new ReleaseLoader();
  private readonly retained: RetainedReleaseLoader;
  private revision: number | undefined;
  private next: Promise<void> | undefined;
  private turn = Promise.resolve();
  private polledAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private hasFailed = false;
  private isReady = false;
  private isStopped = false;
  private first: Promise<void> | undefined;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly rpc: RpcClient,
    private readonly site: SiteStore,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    const retryMs = RETRY_EVERY_POLLS * config.RELEASE_POLL_MS;
    this.retained = new RetainedReleaseLoader(this.loader, site, logger, retryMs);
    health.register('site', () => {
      if (!this.isReady) throw new Error('it is not known yet which release is live');
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.poll(), this.config.RELEASE_POLL_MS).unref();
    this.first = this.pollFirst();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    this.retained.stop();
    await this.next;
    await this.turn;
  }

  /**
   * Resolves once it is known what to serve, or after {@link GatewayConfig.RELEASE_WAIT_MS}: what came with
   * the installation may be older than what visitors have seen.
   */
  async ready(): Promise<void> {
    if (!this.isReady) await this.first;
  }

  /** The asset at `path`, of which another gateway may have sent the page. */
  async find(path: string): Promise<SiteFile | undefined> {
    const known = this.site.get(path);
    if (known) return known;
    await this.poll();
    if (!this.site.get(path)) await this.retained.waitUntilLoaded(ASSET_WAIT_MS);
    return this.site.get(path);
  }

  /** Looks whether another release is live; the look begins after this call. Never rejects. */
  private poll(): Promise<void> {
    return (this.next ??= this.startPoll());
  }

  private async pollFirst(): Promise<void> {
    const limit = this.config.RELEASE_WAIT_MS;
    const end = performance.now() + limit;
    const looking = async (): Promise<void> => {
      do await this.poll();
      while (this.revision === undefined && !this.isStopped && performance.now() < end);
    };
    await Promise.race([looking(), pause(limit, undefined, { ref: false })]);
    this.isReady = true;
  }

  private async startPoll(): Promise<void> {
    await this.turn;
    const rest = this.polledAt + MIN_POLL_INTERVAL_MS - performance.now();
    if (rest > 0) await pause(rest);
    this.next = undefined;
    this.turn = this.update().catch((error: unknown) => this.warn(error));
    await this.turn;
    this.polledAt = performance.now();
  }

  private async update(): Promise<void> {
    const known = this.retained.isDue ? undefined : this.revision;
    const context = { ...backgroundContext(), deadlineMs: CALL_TIMEOUT_MS };
    const request = known === undefined ? {} : { known };
    const answer = await this.rpc.call(getActiveRelease, request, context);
    const { revision, release, earlier } = answer;
    try {
      if (revision !== this.revision) await this.switchTo(answer);
      this.hasFailed = false;
    } finally {
      // Even where the live one cannot be read: pages of it may be open.
      if (revision !== known && !this.isStopped) {
        this.retained.update(release ? [release, ...earlier] : earlier);
      }
    }
  }

  private async switchTo(answer: ReplyOf<typeof getActiveRelease>): Promise<void> {
    const { revision, release, bundle } = answer;
    // After an update of the installation its own bundled site must be served.
    const isOurs = release !== undefined && this.site.isReplacedBy(bundle);
    this.site.activate(isOurs ? { site: await this.loader.loadAll(release), bundle } : undefined);
    this.revision = revision;
    this.logger.info('the site is switched', {
      revision,
      release: isOurs ? release.id : undefined,
    });
  }

  /** Said once, not at every turn. */
  private warn(error: unknown): void {
    if (!this.hasFailed) this.logger.warn('the live release cannot be asked for', error);
    this.hasFailed = true;
  }
}
