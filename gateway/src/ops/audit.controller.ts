import { RpcClient } from '@ctdb/chassis';
import { listAudit, PAGE_SIZE, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { paged } from '../http/paging.js';
import { Route } from '../http/route.decorator.js';

/** The audit trail. */
@Controller()
export class AuditController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.listAudit)
  async list({ query, context }: InputOf<typeof routes.listAudit>) {
    const { page = 1, limit = PAGE_SIZE, ...filter } = query;
    const found = await this.rpc.call(listAudit, { page, limit, ...filter }, context);
    return paged(found, { path: routes.listAudit.path, filter, page, limit });
  }
}
