import { DomainError, hasRole, type Subject } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PracticesService } from '../access/practices.service.js';
import { HandlesMessages } from '../handles-messages.js';
import { ReceiptsService } from './receipts.service.js';

/** Handles the messages about receipts and credit notes. */
@Controller()
@HandlesMessages<ReceiptsConsumer>({
  getReceipts: async (consumer, { id, browser }, { subject }) => ({
    documents: await consumer.receipts.find(id, await consumer.readerOf(subject, browser)),
  }),
  getReceiptPdf: async (consumer, { id, browser, number, language }, { subject }) => {
    const reader = await consumer.readerOf(subject, browser);
    const drawn = await consumer.receipts.draw(id, reader, language, number);
    if (!drawn) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return { pdf: drawn.pdf.toString('base64') };
  },
  exportReceipts: ({ receipts }, request) => receipts.export(request),
  getMonthTotals: async ({ receipts }, { month }) => ({ totals: await receipts.sumUp(month) }),
})
export class ReceiptsConsumer {
  constructor(
    private readonly practices: PracticesService,
    readonly receipts: ReceiptsService,
  ) {}

  /** The practice whose purchases may be read; `undefined`: those of all, for administrators. */
  async readerOf(subject: Subject, browser: string | undefined) {
    if (hasRole(subject, 'admin')) return undefined;
    if (browser === undefined) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return (await this.practices.get(browser))._id;
  }
}
