import { RpcClient } from '@ctdb/chassis';
import {
  ALL_CATEGORIES,
  DID_YOU_MEAN_HEADER,
  facetNames,
  MAX_UNPAGED_ITEMS,
  PAGE_SIZE,
  type PartOf,
  type RegistryTags,
  type RequestInput,
  routes,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CompressibleBody, replyJson, VARY_BY_ENCODING } from '../http/compressible-body.js';
import { formatEtag } from '../http/http-reply.js';
import { pageHeaders } from '../http/paging.js';
import { getRequestContext } from '../http/request-context.js';
import { type Inputs, Route } from '../http/route.js';
import { RegistryTagsReader } from './registry-tags.js';

/** An answer that was serialized once. */
class RegistryAnswer extends CompressibleBody {
  /** Identifies what it was read from, before it was read. */
  tag: string | undefined;

  constructor(
    content: unknown,
    readonly etag: string,
    readonly total = 0,
    readonly didYouMean?: string,
  ) {
    super(Buffer.from(JSON.stringify(content)), 1);
  }
}

const MAX_CACHED_BYTES = 32 * 1_048_576;
const MAX_CACHED_ANSWER_BYTES = 4 * 1_048_576;

type Query = PartOf<typeof routes.listDiseases, 'query'>;
type PageRequest = RequestInput<typeof routes.listDiseases> & { page: number; limit: number };

const toRequest = ({ category, search, page, limit, ...rest }: Query): PageRequest => ({
  ...rest,
  category: category === ALL_CATEGORIES ? undefined : category,
  search: search || undefined,
  page: page ?? 1,
  limit: limit ?? (page === undefined ? MAX_UNPAGED_ITEMS : PAGE_SIZE),
});

const vary = `Authorization, Cookie, ${VARY_BY_ENCODING}`;

const listHeaders = (query: Query, request: PageRequest, answer: RegistryAnswer) => {
  const { etag, total, didYouMean } = answer;
  const isPaged = query.page !== undefined || query.limit !== undefined;
  const { page, limit, ...filter } = request;
  const view = { path: '/api/diseases', filter, page, limit, total };
  return {
    'cache-control': 'private, no-cache',
    vary,
    // Weak: the same rows in another encoding are other bytes.
    etag: `W/"${etag}"`,
    ...(didYouMean && { [DID_YOU_MEAN_HEADER]: encodeURIComponent(didYouMean) }),
    ...(isPaged ? pageHeaders(view) : { 'x-total-count': String(total) }),
  };
};

/**
 * Pages and single diseases of the registry, the product's busiest calls. They are sent again as they
 * were while the registry has the same tag, which is read for every answer. The guards have checked
 * who asks.
 */
@Controller()
export class RegistryController {
  private readonly cache = new LRUCache<string, RegistryAnswer>({
    maxSize: MAX_CACHED_BYTES,
    maxEntrySize: MAX_CACHED_ANSWER_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });

  constructor(
    private readonly rpc: RpcClient,
    private readonly tags: RegistryTagsReader,
  ) {}

  @Route(routes.listDiseases)
  async list({ query, context, request }: Inputs['listDiseases']) {
    const asked = toRequest(query);
    const tagName = facetNames.some((name) => query[name] !== undefined) ? 'all' : 'diseases';
    const page = await this.read(JSON.stringify(asked), tagName, request, async (known) => {
      const question = { ...asked, knownEtag: known?.etag };
      const found = await this.rpc.call(routes.listDiseases, question, context);
      if (found.notModified && known) return known;
      return new RegistryAnswer(found.items, found.etag, found.total, found.didYouMean);
    });
    return replyJson(page, listHeaders(query, asked, page), request.headers);
  }

  @Route(routes.getDisease)
  async get({ params, context, request }: Inputs['getDisease']) {
    const answer = await this.read(params.id, 'diseases', request, async () => {
      const disease = await this.rpc.call(routes.getDisease, params, context);
      return new RegistryAnswer(disease, formatEtag(disease.version));
    });
    return replyJson(answer, { vary, etag: answer.etag }, request.headers);
  }

  private async read(
    key: string,
    tagName: keyof RegistryTags,
    request: FastifyRequest,
    load: (known: RegistryAnswer | undefined) => Promise<RegistryAnswer>,
  ): Promise<RegistryAnswer> {
    const known = this.cache.get(key);
    const current = known && (await getRequestContext(request).registryTags)?.[tagName];
    if (current !== undefined && current === known?.tag) return known;
    const tag = this.tags.last[tagName];
    const answer = await load(known);
    answer.tag = tag;
    this.cache.set(key, answer);
    return answer;
  }
}
