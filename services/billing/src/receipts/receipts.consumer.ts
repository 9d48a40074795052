import { Handles, type MessageContext } from '@ctdb/chassis';
import { DomainError, hasRole, messages, type Requests, type Subject } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PracticesService } from '../access/practices.service.js';
import { ReceiptsService } from './receipts.service.js';

/** Handles the messages about receipts and credit notes. */
@Controller()
export class ReceiptsConsumer {
  constructor(
    private readonly practices: PracticesService,
    private readonly receipts: ReceiptsService,
  ) {}

  @Handles(messages.getReceipts)
  async get({ id, browser }: Requests['getReceipts'], { subject }: MessageContext) {
    return { documents: await this.receipts.find(id, await this.readerOf(subject, browser)) };
  }

  @Handles(messages.getReceiptPdf)
  async pdf(
    { id, browser, number, language }: Requests['getReceiptPdf'],
    { subject }: MessageContext,
  ) {
    const reader = await this.readerOf(subject, browser);
    const drawn = await this.receipts.draw(id, reader, language, number);
    if (!drawn) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return { pdf: drawn.pdf.toString('base64') };
  }

  @Handles(messages.exportReceipts)
  export(request: Requests['exportReceipts']) {
    return this.receipts.export(request);
  }

  @Handles(messages.getMonthTotals)
  async totals({ month }: Requests['getMonthTotals']) {
    return { totals: await this.receipts.sumUp(month) };
  }

  /** The practice whose purchases may be read; `undefined`: those of all, for administrators. */
  private async readerOf(subject: Subject, browser: string | undefined) {
    if (hasRole(subject, 'admin')) return undefined;
    if (browser === undefined) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return (await this.practices.get(browser))._id;
  }
}
