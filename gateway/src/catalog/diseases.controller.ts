import { RpcClient } from '@ctdb/chassis';
import { createDisease, deleteDisease, getDisease, routes, updateDisease } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { Answer } from '../http/answer.js';
import type { InputOf } from '../http/input.js';
import { etagOf, isKnown } from '../http/preconditions.js';
import { Route } from '../http/route.decorator.js';
import { created, versioned } from './answers.js';
import { RegistryPages } from './registry-pages.js';

/** The registry of diseases. */
@Controller()
export class DiseasesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly pages: RegistryPages,
  ) {}

  @Route(routes.listDiseases)
  list({ query, context, request }: InputOf<typeof routes.listDiseases>) {
    return this.pages.answer(query, context, request.headers);
  }

  @Route(routes.getDisease)
  async get({ params, context, request }: InputOf<typeof routes.getDisease>) {
    const disease = await this.rpc.call(getDisease, params, context);
    const etag = etagOf(disease.version);
    return isKnown(request.headers['if-none-match'], etag)
      ? Answer.notModified({ etag })
      : versioned(disease);
  }

  @Route(routes.createDisease)
  async create({ body, context }: InputOf<typeof routes.createDisease>) {
    const disease = await this.rpc.call(createDisease, body, context);
    return created(disease, `/api/diseases/${disease.id}`);
  }

  @Route(routes.updateDisease)
  async update({ params, body, ifMatch, context }: InputOf<typeof routes.updateDisease>) {
    return versioned(await this.rpc.call(updateDisease, { ...body, ...params, ifMatch }, context));
  }

  @Route(routes.deleteDisease)
  async delete({ params, ifMatch, context }: InputOf<typeof routes.deleteDisease>) {
    await this.rpc.call(deleteDisease, { ...params, ifMatch }, context);
    return undefined;
  }
}
