import {
  backgroundContext,
  type CallContext,
  coalesceCalls,
  practiceKey,
  RpcClient,
  subjectKey,
} from '@ctdb/chassis';
import {
  hasRole,
  type Image,
  MAX_IMAGE_ETAGS,
  messages,
  routes,
  type TreatmentDetail,
  type TreatmentWithImages,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CompressibleBody, replyJson, VARY_BY_ENCODING } from '../http/compressible-body.js';
import { formatEtag, HttpReply } from '../http/http-reply.js';
import { type Inputs, Route } from '../http/route.js';
import { RegistryTagsReader } from './registry-tags.js';

/** How long a treatment waits for its images. */
const IMAGES_TIMEOUT_MS = 2_000;
const MAX_CACHED_BYTES = 64 * 1_048_576;

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
    /** Identifies the state of the catalog before the treatment was read. */
    public tag: string | undefined,
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
 * Treatments with their images, and their protocols. For every answer the catalog is asked for its tag and media for the
 * ETag of the images. What has not changed is sent again as it was.
 */
@Controller()
export class TreatmentsController {
  private readonly cache = new LRUCache<string, TreatmentPage>({
    maxSize: MAX_CACHED_BYTES,
    // The body, and the values that it was made from.
    sizeCalculation: ({ body }) => 3 * body.length,
  });
  /** Treatments of which the next {@link readState} reads the images' ETags. */
  private wanted = new Set<string>();

  /** Reads what is stored now, once for all who ask at the same time. */
  private readonly readState = coalesceCalls(async () => {
    const treatmentIds = [...this.wanted].slice(0, MAX_IMAGE_ETAGS);
    this.wanted = new Set();
    const context = { ...backgroundContext(), deadlineMs: IMAGES_TIMEOUT_MS };
    const [tags, images] = await Promise.all([
      this.tags.read(),
      this.rpc.call(messages.getImageEtags, { treatmentIds }, context).catch(() => undefined),
    ]);
    const etags = images && new Map(treatmentIds.map((id, index) => [id, images.etags[index]]));
    return { tag: tags.all, etags };
  });

  constructor(
    private readonly rpc: RpcClient,
    private readonly tags: RegistryTagsReader,
  ) {}

  @Route(routes.getTreatmentOfDisease)
  async ofDisease({ params, context, request }: Inputs['getTreatmentOfDisease']) {
    const { diseaseId } = params;
    const { subject } = context;
    // Administrators see the same.
    const viewer = hasRole(subject, 'admin')
      ? 'admin'
      : `${subjectKey(subject)} ${practiceKey(subject)}`;
    const key = `${viewer} ${diseaseId}`;
    const known = this.cache.get(key);
    const page = known
      ? await this.update(known, diseaseId, context)
      : await this.read(diseaseId, context);
    if (page !== known) this.cache.set(key, page);
    return replyJson(page, page.headers, request.headers);
  }

  @Route(routes.replaceProtocols)
  async replaceProtocols({ params, body, ifMatch, context }: Inputs['replaceProtocols']) {
    const request = { treatmentId: params.id, protocols: body, ifMatch };
    const { protocols, version } = await this.rpc.call(routes.replaceProtocols, request, context);
    return new HttpReply(protocols, { etag: formatEtag(version) });
  }

  private async read(diseaseId: string, context: CallContext): Promise<TreatmentPage> {
    const { all: tag } = this.tags.last;
    const treatment = await this.readTreatment(diseaseId, undefined, context);
    return new TreatmentPage(treatment, await this.readImages(treatment.value.id, context), tag);
  }

  /** The page as it is now: the same one if nothing has changed. */
  private async update(known: TreatmentPage, diseaseId: string, context: CallContext) {
    const { id } = known.treatment.value;
    this.wanted.add(id);
    const { tag, etags } = await this.readState();
    const isSameTag = tag !== undefined && tag === known.tag;
    const isSameEtag = known.images?.etag !== undefined && known.images.etag === etags?.get(id);
    const [treatment, images] = await Promise.all([
      isSameTag ? known.treatment : this.readTreatment(diseaseId, known.treatment, context),
      isSameEtag ? known.images : etags && this.readImages(id, context),
    ]);
    if (treatment !== known.treatment || images !== known.images)
      return new TreatmentPage(treatment, images, tag);
    known.tag = tag;
    return known;
  }

  private async readTreatment(
    diseaseId: string,
    known: Tagged<TreatmentDetail> | undefined,
    context: CallContext,
  ): Promise<Tagged<TreatmentDetail>> {
    const request = { diseaseId, knownEtag: known?.etag };
    const reply = await this.rpc.call(routes.getTreatmentOfDisease, request, context);
    if (!('notModified' in reply)) {
      const { etag, ...value } = reply;
      return { etag, value };
    }
    if (!known) throw new Error('the catalog left out a treatment that is not known');
    return known;
  }

  /** Undefined if media is unreachable: the treatment comes without images. */
  private async readImages(treatmentId: string, context: CallContext) {
    try {
      const request = { treatmentIds: [treatmentId] };
      const limited = { ...context, deadlineMs: IMAGES_TIMEOUT_MS };
      const { etag, images } = await this.rpc.call(messages.listImages, request, limited);
      return { etag, value: images };
    } catch {
      return undefined;
    }
  }
}
