import { RpcClient } from '@ctdb/chassis';
import { getTreatmentOfDisease, replaceProtocols, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { Answer } from '../http/answer.js';
import type { InputOf } from '../http/input.js';
import { etagOf } from '../http/preconditions.js';
import { Route } from '../http/route.decorator.js';
import { ImageJoiner } from '../media/image-joiner.js';

/** Treatments and their protocols. */
@Controller()
export class TreatmentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly images: ImageJoiner,
  ) {}

  @Route(routes.getTreatmentOfDisease)
  async ofDisease({ params, context }: InputOf<typeof routes.getTreatmentOfDisease>) {
    const detail = await this.rpc.call(getTreatmentOfDisease, params, context);
    return new Answer(await this.images.join(detail, context), {
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
    return new Answer(protocols, { etag: etagOf(version) });
  }
}
