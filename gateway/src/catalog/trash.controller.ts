import { RpcClient } from '@ctdb/chassis';
import { listTrash, MAX_PAGE_LIMIT, restoreFromTrash, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { paged } from '../http/paging.js';
import { Route } from '../http/route.decorator.js';

/** Deleted records. */
@Controller()
export class TrashController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.listTrash)
  async list({ query, context }: InputOf<typeof routes.listTrash>) {
    const { page = 1, limit = MAX_PAGE_LIMIT } = query;
    const found = await this.rpc.call(listTrash, { page, limit }, context);
    return paged(found, { path: '/api/trash', page, limit });
  }

  @Route(routes.restoreFromTrash)
  async restore({ params, context }: InputOf<typeof routes.restoreFromTrash>) {
    await this.rpc.call(restoreFromTrash, params, context);
    return { restored: true } as const;
  }
}
