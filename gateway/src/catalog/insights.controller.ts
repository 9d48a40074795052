import { RpcClient } from '@ctdb/chassis';
import { getAnalytics, getTrends, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

/** Trends and analytics. */
@Controller()
export class InsightsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.getTrends)
  trends({ query, context }: InputOf<typeof routes.getTrends>) {
    return this.rpc.call(getTrends, query, context);
  }

  @Route(routes.getAnalytics)
  analytics({ context }: InputOf<typeof routes.getAnalytics>) {
    return this.rpc.call(getAnalytics, {}, context);
  }
}
