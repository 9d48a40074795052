import { RpcClient } from '@ctdb/chassis';
import { routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HttpReply } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { formatEtag } from '../http/preconditions.js';
import { Route } from '../http/route.decorator.js';
import { RegistryPages } from './registry-pages.js';
import { TreatmentPages } from './treatment-pages.js';

/** The registry of diseases, and treatments with their images and protocols. */
@Controller()
export class CatalogController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly pages: RegistryPages,
    private readonly treatments: TreatmentPages,
  ) {}

  @Route(routes.listDiseases)
  list({ query, context, request }: InputOf<typeof routes.listDiseases>) {
    return this.pages.list(query, context, request);
  }

  @Route(routes.getDisease)
  get({ params, context, request }: InputOf<typeof routes.getDisease>) {
    return this.pages.get(params.id, context, request);
  }

  @Route(routes.getTreatmentOfDisease)
  ofDisease({ params, context, request }: InputOf<typeof routes.getTreatmentOfDisease>) {
    return this.treatments.answer(params.diseaseId, context, request.headers);
  }

  @Route(routes.replaceProtocols)
  async replaceProtocols({
    params,
    body,
    ifMatch,
    context,
  }: InputOf<typeof routes.replaceProtocols>) {
    const request = { treatmentId: params.id, protocols: body, ifMatch };
    const { protocols, version } = await this.rpc.call(routes.replaceProtocols, request, context);
    return new HttpReply(protocols, { etag: formatEtag(version) });
  }
}
