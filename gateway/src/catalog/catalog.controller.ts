import { type CallContext, RpcClient } from '@ctdb/chassis';
import {
  getTreatmentOfDisease,
  listImages,
  replaceProtocols,
  routes,
  type TreatmentDetail,
  type TreatmentWithImages,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HttpReply } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { formatEtag } from '../http/preconditions.js';
import { Route } from '../http/route.decorator.js';
import { RegistryPages } from './registry-pages.js';

/** How long a treatment waits for its images. */
const IMAGES_TIMEOUT_MS = 2_000;

/** The registry of diseases, and treatments with their images and protocols. */
@Controller()
export class CatalogController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly pages: RegistryPages,
  ) {}

  @Route(routes.listDiseases)
  list({ query, context, request }: InputOf<typeof routes.listDiseases>) {
    return this.pages.answer(query, context, request.headers);
  }

  @Route(routes.getTreatmentOfDisease)
  async ofDisease({ params, context }: InputOf<typeof routes.getTreatmentOfDisease>) {
    const detail = await this.rpc.call(getTreatmentOfDisease, params, context);
    return new HttpReply(await this.withImages(detail, context), {
      'x-notes-count': String(detail.notesCount),
      'x-history-count': String(detail.historyCount),
    });
  }

  @Route(routes.replaceProtocols)
  async replaceProtocols({
    params,
    body,
    ifMatch,
    context,
  }: InputOf<typeof routes.replaceProtocols>) {
    const request = { treatmentId: params.id, protocols: body, ifMatch };
    const { protocols, version } = await this.rpc.call(replaceProtocols, request, context);
    return new HttpReply(protocols, { etag: formatEtag(version) });
  }

  /** Joins a treatment with its images; if media is unreachable, the treatment comes without them. */
  private async withImages(
    treatment: TreatmentDetail,
    context: CallContext,
  ): Promise<TreatmentWithImages> {
    try {
      const request = { treatmentIds: [treatment.id] };
      const limited = { ...context, deadlineMs: IMAGES_TIMEOUT_MS };
      return { ...treatment, ...(await this.rpc.call(listImages, request, limited)) };
    } catch {
      return { ...treatment, images: [], imagesUnavailable: true };
    }
  }
}
