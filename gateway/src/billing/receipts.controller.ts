import { RpcClient } from '@ctdb/chassis';
import { exportReceipts, getReceiptPdf, getReceipts, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HttpReply } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { sendParts, toFileHeaders } from '../http/parts.js';
import { Route } from '../http/route.decorator.js';

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
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${query.number.replace('/', '-')}.pdf"`,
    };
    return HttpReply.raw(Buffer.from(pdf, 'base64'), headers);
  }

  @Route(routes.exportReceipts)
  exportMonth({ query, context, request }: InputOf<typeof routes.exportReceipts>) {
    const { month } = query;
    return sendParts(request, toFileHeaders('receipts', 'csv', month), (after) =>
      this.rpc.call(exportReceipts, { month, after }, context),
    );
  }
}
