import { RpcClient } from '@ctdb/chassis';
import {
  discardDeadLetter,
  getDeadLetter,
  listDeadLetters,
  PAGE_SIZE,
  replayDeadLetter,
  routes,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { paged } from '../http/paging.js';
import { Route } from '../http/route.decorator.js';

/** Events that a service gave up. */
@Controller()
export class DeadLettersController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.listDeadLetters)
  async list({ query, context }: InputOf<typeof routes.listDeadLetters>) {
    const { page = 1, limit = PAGE_SIZE, settled } = query;
    const asked = { page, limit, settled: settled === 'true' };
    const found = await this.rpc.call(listDeadLetters, asked, context);
    const { path } = routes.listDeadLetters;
    return paged(found, { path, filter: { settled }, page, limit });
  }

  @Route(routes.getDeadLetter)
  get({ params, context }: InputOf<typeof routes.getDeadLetter>) {
    return this.rpc.call(getDeadLetter, params, context);
  }

  @Route(routes.replayDeadLetter)
  async replay({ params, context }: InputOf<typeof routes.replayDeadLetter>) {
    await this.rpc.call(replayDeadLetter, params, context);
    return undefined;
  }

  @Route(routes.discardDeadLetter)
  async discard({ params, context }: InputOf<typeof routes.discardDeadLetter>) {
    await this.rpc.call(discardDeadLetter, params, context);
    return undefined;
  }
}
