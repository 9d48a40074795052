import { RpcClient } from '@ctdb/chassis';
import {
  addHistoryEntry,
  deleteHistoryEntry,
  listHistory,
  MAX_PAGE_LIMIT,
  routes,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { paged } from '../http/paging.js';
import { Route } from '../http/route.decorator.js';
import { created } from './answers.js';

/** Treatment history. */
@Controller()
export class HistoryController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.addHistoryEntry)
  async add({ body, context }: InputOf<typeof routes.addHistoryEntry>) {
    const entry = await this.rpc.call(addHistoryEntry, body, context);
    return created(entry, `/api/treatments/${entry.treatmentId}/history`);
  }

  @Route(routes.listHistory)
  async list({ params, query, context }: InputOf<typeof routes.listHistory>) {
    const { page = 1, limit = MAX_PAGE_LIMIT } = query;
    const view = { path: `/api/treatments/${params.id}/history`, page, limit };
    const request = { treatmentId: params.id, page, limit };
    return paged(await this.rpc.call(listHistory, request, context), view);
  }

  @Route(routes.deleteHistoryEntry)
  async delete({ params: { id, entryId }, context }: InputOf<typeof routes.deleteHistoryEntry>) {
    await this.rpc.call(deleteHistoryEntry, { treatmentId: id, id: entryId }, context);
    return undefined;
  }
}
