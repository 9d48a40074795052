import { hash } from 'node:crypto';
import { RpcClient } from '@ctdb/chassis';
import { chooseFreeSample, endFreeSample, getFreeSample, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { revalidated } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { FeatureStatus } from './feature-status.js';

/** The disease that visitors read free of charge, and its choice. */
@Controller()
export class FreeSampleController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly features: FeatureStatus,
  ) {}

  @Route(routes.getFreeSample)
  async get({ params, context, request }: InputOf<typeof routes.getFreeSample>) {
    const sample = await this.rpc.call(getFreeSample, params, context);
    const etag = `W/"${hash('sha256', JSON.stringify(sample), 'base64url').slice(0, 22)}"`;
    // The sample may be another one at any time.
    return revalidated(sample, { etag, 'cache-control': 'no-cache' }, request);
  }

  @Route(routes.chooseFreeSample)
  choose({ params, context }: InputOf<typeof routes.chooseFreeSample>) {
    const choosing = this.rpc.call(chooseFreeSample, params, context);
    return choosing.finally(() => this.features.forget());
  }

  @Route(routes.endFreeSample)
  async end({ params, context }: InputOf<typeof routes.endFreeSample>): Promise<undefined> {
    const ending = this.rpc.call(endFreeSample, params, context);
    await ending.finally(() => this.features.forget());
  }
}
