import type { ListPage } from './list-page.js';

/** Bytes of all pages together, and of one. */
const MAX_BYTES = 32 * 1_048_576;
const MAX_PAGE_BYTES = 4 * 1_048_576;

/** The pages that were asked for last. What is in it may be old: the catalog says whether it is. */
export class PageCache {
  private readonly pages = new Map<string, ListPage>();
  private bytes = 0;

  get(key: string): ListPage | undefined {
    const page = this.pages.get(key);
    if (page) {
      // The order of a map is that of insertion: the last one used goes to the end.
      this.pages.delete(key);
      this.pages.set(key, page);
    }
    return page;
  }

  set(key: string, page: ListPage): void {
    this.delete(key);
    if (page.bytes.length > MAX_PAGE_BYTES) return;
    this.pages.set(key, page);
    this.bytes += page.bytes.length;
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= MAX_BYTES) break;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    const page = this.pages.get(key);
    if (!page) return;
    this.pages.delete(key);
    this.bytes -= page.bytes.length;
  }
}
