import type { IncomingHttpHeaders } from 'node:http';
import { type CallContext, RpcClient } from '@ctdb/chassis';
import {
  getTreatmentOfDisease,
  type Image,
  listImages,
  type TreatmentDetail,
  type TreatmentWithImages,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CompressibleBody, replyJson, VARY_BY_ENCODING } from '../http/compressible-body.js';
import type { HttpReply } from '../http/http-reply.js';
import { RequestCoalescer } from './request-coalescer.js';

/** How long a treatment waits for its images. */
const IMAGES_TIMEOUT_MS = 2_000;
const MAX_CACHED_BYTES = 32 * 1_048_576;

interface Tagged<T> {
  readonly etag: string | undefined;
  readonly value: T;
}

/** A treatment with its images as one caller may see it, serialized once. */
class TreatmentPage extends CompressibleBody {
  /** Absent if images are unavailable: the same treatment with them is another answer. */
  readonly weakEtag: string | undefined;

  constructor(
    readonly treatment: Tagged<TreatmentDetail>,
    readonly images: Tagged<Image[]> | undefined,
  ) {
    const page: TreatmentWithImages = {
      ...treatment.value,
      ...(images ? { images: images.value } : { images: [], imagesUnavailable: true }),
    };
    super(Buffer.from(JSON.stringify(page)), 1);
    this.weakEtag =
      treatment.etag && images?.etag ? `W/"${treatment.etag}.${images.etag}"` : undefined;
  }

  get headers(): Record<string, string> {
    const { notesCount, historyCount } = this.treatment.value;
    return {
      ...(this.weakEtag && { etag: this.weakEtag }),
      'cache-control': 'private, no-cache',
      vary: `Authorization, Cookie, ${VARY_BY_ENCODING}`,
      'x-notes-count': String(notesCount),
      'x-history-count': String(historyCount),
    };
  }
}

/**
 * Treatments with their images. Catalog and media are asked for every answer, at the same time; what
 * they say has not changed is sent again as it was.
 */
@Injectable()
export class TreatmentPages {
  private readonly cache = new LRUCache<string, TreatmentPage>({
    maxSize: MAX_CACHED_BYTES,
    // The body, and the values that it was made from.
    sizeCalculation: ({ body }) => 3 * body.length,
  });
  private readonly reads = new RequestCoalescer<TreatmentPage>();

  constructor(private readonly rpc: RpcClient) {}

  async answer(
    diseaseId: string,
    context: CallContext,
    headers: IncomingHttpHeaders,
  ): Promise<HttpReply<TreatmentWithImages>> {
    const subject = JSON.stringify(context.subject);
    const page = await this.reads.read(`${subject} ${diseaseId}`, () =>
      this.read(diseaseId, context),
    );
    return replyJson(page, page.headers, headers);
  }

  private async read(diseaseId: string, context: CallContext): Promise<TreatmentPage> {
    const { subject } = context;
    // Administrators see the same.
    const key = `${subject.role === 'pass' ? subject.id : subject.role} ${diseaseId}`;
    const known = this.cache.get(key);
    const [treatment, knownImages] = await Promise.all([
      this.readTreatment(diseaseId, known?.treatment, context),
      known && this.readImages(known.treatment.value.id, known.images, context),
    ]);
    const images = knownImages ?? (await this.readImages(treatment.value.id, undefined, context));
    if (known && treatment === known.treatment && images === known.images) return known;
    const page = new TreatmentPage(treatment, images);
    this.cache.set(key, page);
    return page;
  }

  private async readTreatment(
    diseaseId: string,
    known: Tagged<TreatmentDetail> | undefined,
    context: CallContext,
  ): Promise<Tagged<TreatmentDetail>> {
    const request = { diseaseId, knownEtag: known?.etag };
    const reply = await this.rpc.call(getTreatmentOfDisease, request, context);
    if (!('notModified' in reply)) {
      const { etag, ...value } = reply;
      return { etag, value };
    }
    if (!known) throw new Error('the catalog left out a treatment that is not known');
    return known;
  }

  /** Undefined if media is unreachable: the treatment comes without images. */
  private async readImages(
    treatmentId: string,
    known: Tagged<Image[]> | undefined,
    context: CallContext,
  ): Promise<Tagged<Image[]> | undefined> {
    try {
      const request = { treatmentIds: [treatmentId], knownEtag: known?.etag };
      const limited = { ...context, deadlineMs: IMAGES_TIMEOUT_MS };
      const { etag, images } = await this.rpc.call(listImages, request, limited);
      return known && etag && known.etag === etag ? known : { etag, value: images };
    } catch {
      return undefined;
    }
  }
}
