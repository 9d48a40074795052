import { RpcClient } from '@ctdb/chassis';
import {
  cancelErasure,
  exportPractice,
  exportPracticeData,
  getErasure,
  requestErasure,
  routes,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { sendParts, toFileHeaders } from '../http/parts.js';
import { Route } from '../http/route.decorator.js';
import { clientAddress, requireBrowser } from '../http/request-context.js';

/** The entries and patients of the browser's practice: their export and erasure. */
@Controller()
export class PracticeDataController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.exportPracticeData)
  async export({ body, context, request }: InputOf<typeof routes.exportPracticeData>) {
    const proof = { ...body, browser: requireBrowser(request), address: clientAddress(request) };
    const { practice } = await this.rpc.call(exportPracticeData, proof, context);
    return sendParts(request, toFileHeaders('my-entries', 'csv'), (after) =>
      this.rpc.call(exportPractice, { practice, after }, context),
    );
  }

  @Route(routes.getErasure)
  async getErasure({ context, browser }: InputOf<typeof routes.getErasure>) {
    return browser === undefined ? {} : this.rpc.call(getErasure, { browser }, context);
  }

  @Route(routes.requestErasure)
  requestErasure({ body, context, request }: InputOf<typeof routes.requestErasure>) {
    const proof = { ...body, browser: requireBrowser(request), address: clientAddress(request) };
    return this.rpc.call(requestErasure, proof, context);
  }

  @Route(routes.cancelErasure)
  async cancelErasure({ context, request }: InputOf<typeof routes.cancelErasure>) {
    await this.rpc.call(cancelErasure, { browser: requireBrowser(request) }, context);
    return undefined;
  }
}
