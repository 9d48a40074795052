import { RpcClient } from '@ctdb/chassis';
import { fixImages, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { Answer } from '../http/answer.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { healthMessage } from './health-words.js';

/** Checks and repairs of all images. */
@Controller()
export class HealthController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.fixImages)
  async fix({ context }: InputOf<typeof routes.fixImages>) {
    const health = await this.rpc.call(fixImages, {}, context);
    const message = healthMessage(health, context.locale);
    const body = { ...health, message, ...(health.status === 'failed' ? { error: message } : {}) };
    return health.status === 'running' ? new Answer(body, {}, 202) : body;
  }
}
