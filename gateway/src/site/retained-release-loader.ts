import { setTimeout as pause } from 'node:timers/promises';
import type { AppLogger } from '@ctdb/chassis';
import type { ListedRelease, ReleaseLoader } from './release-loader.js';
import type { SiteStore } from './site-store.js';

/**
 * Downloads the retained releases, because open pages may still request their hashed assets. It works in
 * the background: no switch waits for it.
 */
export class RetainedReleaseLoader {
  private wanted: readonly ListedRelease[] = [];
  private working: Promise<void> | undefined;
  private readonly reported = new Set<string>();
  private isComplete = true;
  private isStopped = false;
  private lastAttemptAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly loader: ReleaseLoader,
    private readonly site: SiteStore,
    private readonly logger: AppLogger,
    private readonly retryMs: number,
  ) {}

  /** Whether a download failed and may be repeated. */
  get isDue(): boolean {
    return (
      !this.isComplete && !this.working && performance.now() > this.lastAttemptAt + this.retryMs
    );
  }

  /** Retains these releases. Their presigned URLs expire, so they must be new. */
  update(releases: readonly ListedRelease[]): void {
    const isSame = joinIds(releases) === joinIds(this.wanted);
    if (isSame && !this.isDue) return;
    this.wanted = releases;
    this.working ??= this.work().finally(() => (this.working = undefined));
  }

  /** Resolves when all available files are loaded, or after `limit` milliseconds. */
  async waitUntilLoaded(limit: number): Promise<void> {
    if (this.working) await Promise.race([this.working, pause(limit, undefined, { ref: false })]);
  }

  /** Stops downloading. */
  stop(): void {
    this.isStopped = true;
  }

  private async work(): Promise<void> {
    for (let isDone = false; !isDone;) {
      const releases = this.wanted;
      const isCurrent = () => this.wanted === releases && !this.isStopped;
      const missing = await this.fetch(releases, isCurrent);
      isDone = isCurrent() || this.isStopped;
      if (isCurrent()) {
        this.loader.retainOnly(releases);
        this.isComplete = missing === 0;
        this.lastAttemptAt = performance.now();
      }
    }
  }

  /** Returns the number of missing files. */
  private async fetch(
    releases: readonly ListedRelease[],
    isCurrent: () => boolean,
  ): Promise<number> {
    const publishLoaded = () =>
      this.site.setRetained(releases.map((release) => this.loader.loadedFiles(release)));
    let count = 0;
    publishLoaded();
    for (const release of releases) {
      const missing = await this.loader.loadAvailable(release, isCurrent);
      if (!isCurrent()) break;
      publishLoaded();
      this.logMissing(release, missing);
      count += missing.length;
    }
    return count;
  }

  /** Logs once for each release, not at every poll. */
  private logMissing({ id }: ListedRelease, missing: readonly string[]): void {
    if (missing.length === 0) this.reported.delete(id);
    else if (!this.reported.has(id)) {
      this.reported.add(id);
      const first = missing[0];
      this.logger.warn('downloading release files failed', {
        release: id,
        files: missing.length,
        first,
      });
    }
  }
}

const joinIds = (releases: readonly ListedRelease[]): string =>
  releases.map(({ id }) => id).join(' ');
