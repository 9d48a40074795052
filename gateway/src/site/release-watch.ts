import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, backgroundContext, RpcClient } from '@ctdb/chassis';
import { getActiveRelease } from '@ctdb/contracts';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { ReleaseLoader } from './release-loader.js';
import { SiteFiles } from './site-files.js';
import { builtAt } from './site-folder.js';

const PATIENCE_MS = 2_000;
/** Questions about assets that nobody has make us look at most this often. */
const SHORTEST_PAUSE_MS = 250;

/**
 * Follows the live release: asks ops every {@link GatewayConfig.RELEASE_POLL_MS}, and at once when a page
 * asks for an asset that only another gateway may know of. While ops is away what was served last
 * goes on being served.
 */
@Injectable()
export class ReleaseWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loader = new ReleaseLoader();
  private revision: number | undefined;
  private next: Promise<void> | undefined;
  private turn = Promise.resolve();
  private lookedAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private hasFailed = false;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly rpc: RpcClient,
    private readonly site: SiteFiles,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const look = (): void => void this.look();
    this.timer = setInterval(look, this.config.RELEASE_POLL_MS).unref();
    look();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.next;
    await this.turn;
  }

  /** Looks whether another release is live; the look begins after this call. Never rejects. */
  look(): Promise<void> {
    return (this.next ??= this.begin());
  }

  private async begin(): Promise<void> {
    await this.turn;
    const rest = this.lookedAt + SHORTEST_PAUSE_MS - performance.now();
    if (rest > 0) await pause(rest);
    this.next = undefined;
    this.turn = this.follow().catch((error: unknown) => this.warn(error));
    await this.turn;
    this.lookedAt = performance.now();
  }

  private async follow(): Promise<void> {
    const known = this.revision === undefined ? {} : { known: this.revision };
    const context = { ...backgroundContext(), deadlineMs: PATIENCE_MS };
    const answer = await this.rpc.call(getActiveRelease, known, context);
    if (answer.revision === this.revision) return;
    const { release, earlier, activatedAt } = answer;
    // Whoever updates the installation expects to see what came with it.
    const isNewest = Date.parse(activatedAt ?? '') > (await builtAt(this.config.WEB_DIST));
    const [first, ...rest] = await this.loader.load(release ? [release, ...earlier] : earlier);
    if (release && first && isNewest) this.site.serve(first, rest);
    else this.site.serve(undefined, first ? [first, ...rest] : []);
    this.revision = answer.revision;
    this.hasFailed = false;
    this.logger.info('the site is switched', {
      revision: answer.revision,
      release: isNewest ? release?.id : undefined,
    });
  }

  /** Said once, not at every turn. */
  private warn(error: unknown): void {
    if (!this.hasFailed) this.logger.warn('the live release cannot be asked for', error);
    this.hasFailed = true;
  }
}
