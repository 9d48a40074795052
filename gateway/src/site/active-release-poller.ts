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
import { BundledSiteUploader } from './bundled-site-uploader.js';
import { ReleaseLoader } from './release-loader.js';
import { RetainedReleaseLoader } from './retained-release-loader.js';
import type { SiteFile } from './site-file.js';
import { SiteStore } from './site-store.js';

const CALL_TIMEOUT_MS = 2_000;
/** Minimum time between two polls that requests for unknown assets cause. */
const MIN_POLL_INTERVAL_MS = 100;
/** How long a request waits for an unknown asset while retained releases are downloaded. */
const ASSET_WAIT_MS = 5_000;
/** Missing files of retained releases are downloaded again every so many polls. */
const RETRY_EVERY_POLLS = 30;

/**
 * Polls ops for the active release every {@link GatewayConfig.RELEASE_POLL_MS}, and at once if a page
 * requests an asset that only another gateway may know. While ops is unreachable, the last site is
 * served.
 */
@Injectable()
export class ActiveReleasePoller implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loader = new ReleaseLoader();
  private readonly retained: RetainedReleaseLoader;
  private revision: number | undefined;
  /** The active release and the bundle that it replaces. */
  private active: string | undefined;
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
    private readonly uploader: BundledSiteUploader,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    const retryMs = RETRY_EVERY_POLLS * config.RELEASE_POLL_MS;
    this.retained = new RetainedReleaseLoader(this.loader, site, logger, retryMs);
    health.register('site', () => {
      if (!this.isReady) throw new Error('active release not loaded, or assets not stored yet');
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
   * Resolves when the active release is known and the assets of the bundled site are stored, or after
   * {@link GatewayConfig.RELEASE_WAIT_MS}: the bundled site may be older than the site that visitors have
   * seen, and other gateways may be asked for the assets of our pages.
   */
  async ready(): Promise<void> {
    if (!this.isReady) await this.first;
  }

  /** Returns the asset at `path`; another gateway may have sent its page. */
  async find(path: string): Promise<SiteFile | undefined> {
    const known = this.site.get(path);
    if (known) return known;
    await this.poll();
    if (!this.site.get(path)) await this.retained.waitUntilLoaded(ASSET_WAIT_MS);
    return this.site.get(path);
  }

  /** Polls once; the poll starts after this call. Never rejects. */
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
    const starting = Promise.all([looking(), this.uploader.start()]);
    await Promise.race([starting, pause(limit, undefined, { ref: false })]);
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
      // Even if the active release cannot be read: pages of it may be open.
      if (revision !== known && !this.isStopped) {
        const others = earlier.filter(({ hash }) => hash !== this.site.bundledSiteId);
        this.retained.update(release ? [release, ...others] : others);
      }
    }
  }

  private async switchTo(answer: ReplyOf<typeof getActiveRelease>): Promise<void> {
    const { revision, release, bundle } = answer;
    // After an update of the installation its own bundled site must be served.
    const isOurs = release !== undefined && this.site.isReplacedBy(bundle);
    const active = isOurs ? `${release.id} ${bundle}` : undefined;
    if (this.revision === undefined || active !== this.active) {
      this.site.activate(isOurs ? { site: await this.loader.loadAll(release), bundle } : undefined);
      this.active = active;
      this.logger.info('active site changed', { revision, release: active });
    }
    this.revision = revision;
  }

  /** Warns once, not at every poll. */
  private warn(error: unknown): void {
    if (!this.hasFailed) this.logger.warn('reading the active release from ops failed', error);
    this.hasFailed = true;
  }
}
