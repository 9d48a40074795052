import { setTimeout as pause } from 'node:timers/promises';
import type { AppLogger } from '@ctdb/chassis';
import type { ListedRelease, ReleaseLoader } from './release-loader.js';
import type { SiteFiles } from './site-files.js';

/**
 * Keeps what can be read of all releases, whose hashed assets open pages may still ask for. It works
 * in the background: no switch waits for it, or for a file that is lost.
 */
export class EarlierReleases {
  private wanted: readonly ListedRelease[] = [];
  private working: Promise<void> | undefined;
  private readonly reported = new Set<string>();
  private isWhole = true;
  private isOver = false;
  private triedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly loader: ReleaseLoader,
    private readonly site: SiteFiles,
    private readonly logger: AppLogger,
    private readonly retryMs: number,
  ) {}

  /** Whether something could not be read the last time, and may be tried again. */
  get isDue(): boolean {
    return !this.isWhole && !this.working && performance.now() > this.triedAt + this.retryMs;
  }

  /** From now on keeps these. Addresses end, so that they must be just made. */
  follow(releases: readonly ListedRelease[]): void {
    const isSame = idsOf(releases) === idsOf(this.wanted);
    if (isSame && !this.isDue) return;
    this.wanted = releases;
    this.working ??= this.work().finally(() => (this.working = undefined));
  }

  /** Resolves once everything is there that can be read, or after `limit` milliseconds. */
  async settled(limit: number): Promise<void> {
    if (this.working) await Promise.race([this.working, pause(limit, undefined, { ref: false })]);
  }

  /** Fetches nothing more. */
  stop(): void {
    this.isOver = true;
  }

  private async work(): Promise<void> {
    for (let isDone = false; !isDone;) {
      const releases = this.wanted;
      const isCurrent = () => this.wanted === releases && !this.isOver;
      const missing = await this.fetch(releases, isCurrent);
      isDone = isCurrent() || this.isOver;
      if (isCurrent()) {
        this.loader.keep(releases);
        this.isWhole = missing === 0;
        this.triedAt = performance.now();
      }
    }
  }

  /** How many files could not be read. */
  private async fetch(
    releases: readonly ListedRelease[],
    isCurrent: () => boolean,
  ): Promise<number> {
    const offer = () => this.site.keep(releases.map((release) => this.loader.known(release)));
    let count = 0;
    offer();
    for (const release of releases) {
      const missing = await this.loader.readable(release, isCurrent);
      if (!isCurrent()) break;
      offer();
      this.tell(release, missing);
      count += missing.length;
    }
    return count;
  }

  /** Logs once for each release, not at every poll. */
  private tell({ id }: ListedRelease, missing: readonly string[]): void {
    if (missing.length === 0) this.reported.delete(id);
    else if (!this.reported.has(id)) {
      this.reported.add(id);
      const first = missing[0];
      this.logger.warn('a release cannot be read', { release: id, files: missing.length, first });
    }
  }
}

const idsOf = (releases: readonly ListedRelease[]): string =>
  releases.map(({ id }) => id).join(' ');
