import { hash } from 'node:crypto';
import { RpcClient } from '@ctdb/chassis';
import { chooseFreeSample, endFreeSample, getFreeSample, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { CompressibleBody, replyJson, VARY_BY_ENCODING } from '../http/compressible-body.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { FeatureStatus } from './feature-status.js';

/** Of Brotli and gzip, for an answer that is compressed each time. */
const COMPRESSION_LEVEL = 1;

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
    const body = Buffer.from(JSON.stringify(sample));
    const headers = {
      // The sample may be another one at any time.
      'cache-control': 'no-cache',
      vary: VARY_BY_ENCODING,
      etag: `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
    };
    return replyJson(new CompressibleBody(body, COMPRESSION_LEVEL), headers, request.headers);
  }

  @Route(routes.chooseFreeSample)
  async choose({ params, context }: InputOf<typeof routes.chooseFreeSample>) {
    try {
      return await this.rpc.call(chooseFreeSample, params, context);
    } finally {
      this.features.forgetFreeSample();
    }
  }

  @Route(routes.endFreeSample)
  async end({ params, context }: InputOf<typeof routes.endFreeSample>): Promise<undefined> {
    try {
      await this.rpc.call(endFreeSample, params, context);
    } finally {
      this.features.forgetFreeSample();
    }
  }
}
