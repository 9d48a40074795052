import type { IncomingHttpHeaders } from 'node:http';
import { type CallContext, RpcClient } from '@ctdb/chassis';
import {
  ALL_CATEGORIES,
  type Disease,
  listDiseases,
  MAX_UNPAGED_ITEMS,
  PAGE_SIZE,
  type PartOf,
  type RequestInput,
  type routes,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CompressibleBody, replyJson, VARY_BY_ENCODING } from '../http/compressible-body.js';
import type { HttpReply } from '../http/http-reply.js';
import { pageHeaders } from '../http/paging.js';
import { RequestCoalescer } from './request-coalescer.js';

/** One page of the registry, serialized once. */
class RegistryPage extends CompressibleBody {
  /** Weak: the same rows in another encoding are other bytes. */
  readonly weakEtag: string;

  constructor(
    readonly etag: string,
    readonly total: number,
    items: readonly Disease[],
  ) {
    super(Buffer.from(JSON.stringify(items)), 1);
    this.weakEtag = `W/"${etag}"`;
  }
}

const MAX_CACHED_BYTES = 32 * 1_048_576;
const MAX_CACHED_PAGE_BYTES = 4 * 1_048_576;

type Query = PartOf<typeof routes.listDiseases, 'query'>;
type PageRequest = RequestInput<typeof listDiseases> & { page: number; limit: number };

const toRequest = ({ category, search, page, limit }: Query): PageRequest => ({
  category: category === ALL_CATEGORIES ? undefined : category,
  search: search || undefined,
  page: page ?? 1,
  limit: limit ?? (page === undefined ? MAX_UNPAGED_ITEMS : PAGE_SIZE),
});

const listHeaders = (query: Query, request: PageRequest, found: RegistryPage) => {
  const { total } = found;
  const isPaged = query.page !== undefined || query.limit !== undefined;
  const { category, search, page, limit } = request;
  const view = { path: '/api/diseases', filter: { category, search }, page, limit, total };
  return {
    etag: found.weakEtag,
    'cache-control': 'private, no-cache',
    vary: `Authorization, Cookie, ${VARY_BY_ENCODING}`,
    ...(isPaged ? pageHeaders(view) : { 'x-total-count': String(total) }),
  };
};

/**
 * Pages of the registry, the product's busiest call. The catalog is asked for every answer, but
 * equal questions share one call, and a page that it says has not changed is sent again as it was.
 */
@Injectable()
export class RegistryPages {
  private readonly cache = new LRUCache<string, RegistryPage>({
    maxSize: MAX_CACHED_BYTES,
    maxEntrySize: MAX_CACHED_PAGE_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });
  private readonly reads = new RequestCoalescer<RegistryPage>();

  constructor(private readonly rpc: RpcClient) {}

  async answer(
    query: Query,
    context: CallContext,
    headers: IncomingHttpHeaders,
  ): Promise<HttpReply<Disease[]>> {
    const request = toRequest(query);
    const page = await this.read(request, context);
    return replyJson(page, listHeaders(query, request, page), headers);
  }

  private read(request: PageRequest, context: CallContext): Promise<RegistryPage> {
    const key = JSON.stringify(request);
    // The catalog checks who asks, so only calls of the same subject are shared.
    return this.reads.read(`${JSON.stringify(context.subject)} ${key}`, async () => {
      const known = this.cache.get(key);
      const reply = await this.rpc.call(
        listDiseases,
        { ...request, knownEtag: known?.etag },
        context,
      );
      if (reply.notModified && known) return known;
      const page = new RegistryPage(reply.etag, reply.total, reply.items);
      this.cache.set(key, page);
      return page;
    });
  }
}
