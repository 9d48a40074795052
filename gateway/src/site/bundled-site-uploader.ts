import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, backgroundContext, RpcClient } from '@ctdb/chassis';
import { DomainError, storeBundledSite } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { putObject } from '../media/object-storage-client.js';
import { forEachConcurrent } from './release-loader.js';
import { SiteStore } from './site-store.js';

/** Ops removes sites that no gateway has named for a day. */
const REPEAT_MS = 3_600_000;
const RETRY_MS = 60_000;
/** Of the start, while ops or the storage starts too. */
const FIRST_RETRY_MS = 500;

/**
 * Puts the assets of the bundled site into object storage, so that gateways of other versions serve
 * them for our pages, and our successors for pages that stay open.
 */
@Injectable()
export class BundledSiteUploader implements OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private hasFailed = false;
  private isStopped = false;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly rpc: RpcClient,
    private readonly site: SiteStore,
    private readonly logger: AppLogger,
  ) {}

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /**
   * Resolves when the assets are stored, or there are none, or ops refuses them, or after
   * {@link GatewayConfig.RELEASE_WAIT_MS}. From then on it repeats that, where it failed more often.
   */
  async start(): Promise<void> {
    const end = performance.now() + this.config.RELEASE_WAIT_MS;
    let result = await this.tryToStore();
    while (result === 'unavailable' && !this.isStopped && performance.now() < end) {
      await pause(FIRST_RETRY_MS, undefined, { ref: false });
      result = await this.tryToStore();
    }
    this.repeatAfter(result === 'stored' ? REPEAT_MS : RETRY_MS);
  }

  private repeatAfter(milliseconds: number): void {
    if (this.isStopped) return;
    const repeat = async () =>
      this.repeatAfter((await this.tryToStore()) === 'stored' ? REPEAT_MS : RETRY_MS);
    this.timer = setTimeout(() => void repeat(), milliseconds).unref();
  }

  /** Never rejects; warns once, not at every attempt. */
  private async tryToStore(): Promise<'stored' | 'unavailable' | 'refused'> {
    const { bundledSiteId } = this.site;
    if (bundledSiteId === undefined) return 'refused';
    try {
      await this.store(bundledSiteId);
      this.hasFailed = false;
      return 'stored';
    } catch (error) {
      if (!this.hasFailed) this.logger.warn('storing the assets of the site failed', error);
      this.hasFailed = true;
      const isUnavailable = error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';
      // An ops of the version before does not know the message.
      return isUnavailable ? 'unavailable' : 'refused';
    }
  }

  private async store(id: string): Promise<void> {
    const assets = this.site.bundledAssets;
    const files = [...assets].map(([path, { body }]) => ({
      path,
      sha256: hash('sha256', body, 'hex'),
      bytes: body.length,
    }));
    const request = { id, files };
    const { missing } = await this.rpc.call(storeBundledSite, request, backgroundContext());
    if (missing.length === 0) return;
    await forEachConcurrent(missing, async ({ path, url }) => {
      const body = assets.get(path)?.body;
      if (body) await putObject(url, () => Readable.from([body]), body.length);
    });
    const { missing: left } = await this.rpc.call(storeBundledSite, request, backgroundContext());
    if (left.length > 0) throw new Error(`the storage lacks ${left.length} assets`);
  }
}
