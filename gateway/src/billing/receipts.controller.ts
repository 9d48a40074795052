import { RpcClient } from '@ctdb/chassis';
import {
  exportReceipts,
  getReceiptPdf,
  getReceipts,
  routes,
  transferContentTypes,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HttpReply } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { sendParts } from '../http/parts.js';
import { Route } from '../http/route.decorator.js';

const attachment = (name: string) => `attachment; filename="${name}"`;

/** Receipts and credit notes: of the browser's purchases, and for administrators of all. */
@Controller()
export class ReceiptsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.getReceipts)
  async get({ params, context, browser }: InputOf<typeof routes.getReceipts>) {
    return (await this.rpc.call(getReceipts, { ...params, browser }, context)).documents;
  }

  @Route(routes.getReceiptPdf)
  async pdf({ params, query, context, browser }: InputOf<typeof routes.getReceiptPdf>) {
    const { pdf } = await this.rpc.call(getReceiptPdf, { ...params, ...query, browser }, context);
    const name = `${query.number.replace('/', '-')}.pdf`;
    const headers = { 'content-type': 'application/pdf', 'content-disposition': attachment(name) };
    return HttpReply.raw(Buffer.from(pdf, 'base64'), headers);
  }

  @Route(routes.exportReceipts)
  exportMonth({ query, context, request }: InputOf<typeof routes.exportReceipts>) {
    const { month } = query;
    const headers = {
      'content-type': transferContentTypes.csv,
      'content-disposition': attachment(`receipts-${month}.csv`),
    };
    return sendParts(request, headers, (after) =>
      this.rpc.call(exportReceipts, { month, after }, context),
    );
  }
}
