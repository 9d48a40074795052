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
import { EarlierReleases } from './earlier-releases.js';
import { ReleaseLoader } from './release-loader.js';
import type { SiteFile } from './site-file.js';
import { SiteFiles } from './site-files.js';

const CALL_TIMEOUT_MS = 2_000;
/** Minimum time between two polls that requests for unknown assets cause. */
const MIN_POLL_INTERVAL_MS = 100;
/** How long a request waits for an unknown asset while earlier releases are being fetched. */
const ASSET_MS = 3_000;
/** What could not be read of an earlier release is tried again every so many looks. */
const RETRY_LOOKS = 30;

/**
 * Follows the live release: asks ops every {@link GatewayConfig.RELEASE_POLL_MS}, and at once when a page
 * asks for an asset that only another gateway may know of. While ops is away what was served last
 * goes on being served.
 */
@Injectable()
export class ReleaseWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loader = new ReleaseLoader();
  private readonly earlier: EarlierReleases;
  private revision: number | undefined;
  private next: Promise<void> | undefined;
  private turn = Promise.resolve();
  private lookedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private hasFailed = false;
  private isReady = false;
  private isOver = false;
  private first: Promise<void> | undefined;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly rpc: RpcClient,
    private readonly site: SiteFiles,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    const retryMs = RETRY_LOOKS * config.RELEASE_POLL_MS;
    this.earlier = new EarlierReleases(this.loader, site, logger, retryMs);
    health.register('site', () => {
      if (!this.isReady) throw new Error('it is not known yet which release is live');
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), this.config.RELEASE_POLL_MS).unref();
    this.first = this.lookFirst();
  }

  async onModuleDestroy(): Promise<void> {
    this.isOver = true;
    clearInterval(this.timer);
    this.earlier.stop();
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
    await this.look();
    if (!this.site.get(path)) await this.earlier.settled(ASSET_MS);
    return this.site.get(path);
  }

  /** Looks whether another release is live; the look begins after this call. Never rejects. */
  private look(): Promise<void> {
    return (this.next ??= this.begin());
  }

  private async lookFirst(): Promise<void> {
    const limit = this.config.RELEASE_WAIT_MS;
    const end = performance.now() + limit;
    const looking = async (): Promise<void> => {
      do await this.look();
      while (this.revision === undefined && !this.isOver && performance.now() < end);
    };
    await Promise.race([looking(), pause(limit, undefined, { ref: false })]);
    this.isReady = true;
  }

  private async begin(): Promise<void> {
    await this.turn;
    const rest = this.lookedAt + MIN_POLL_INTERVAL_MS - performance.now();
    if (rest > 0) await pause(rest);
    this.next = undefined;
    this.turn = this.follow().catch((error: unknown) => this.warn(error));
    await this.turn;
    this.lookedAt = performance.now();
  }

  private async follow(): Promise<void> {
    const known = this.earlier.isDue ? undefined : this.revision;
    const context = { ...backgroundContext(), deadlineMs: CALL_TIMEOUT_MS };
    const request = known === undefined ? {} : { known };
    const answer = await this.rpc.call(getActiveRelease, request, context);
    const { revision, release, earlier } = answer;
    try {
      if (revision !== this.revision) await this.switchTo(answer);
      this.hasFailed = false;
    } finally {
      // Even where the live one cannot be read: pages of it may be open.
      if (revision !== known && !this.isOver) {
        this.earlier.follow(release ? [release, ...earlier] : earlier);
      }
    }
  }

  private async switchTo(answer: ReplyOf<typeof getActiveRelease>): Promise<void> {
    const { revision, release, bundle } = answer;
    // After an update of the installation its own bundled site must be served.
    const isOurs = release !== undefined && this.site.givesWayTo(bundle);
    this.site.serve(isOurs ? { site: await this.loader.whole(release), bundle } : undefined);
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
