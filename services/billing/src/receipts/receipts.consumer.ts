import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  DomainError,
  exportReceipts,
  getReceiptPdf,
  getReceipts,
  hasRole,
  type RequestOf,
  type Subject,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { BrowserTokensService } from '../passes/browser-tokens.service.js';
import { ReceiptsExportService } from './receipts-export.service.js';
import { ReceiptsService } from './receipts.service.js';

/** Handles the messages about receipts and credit notes. */
@Controller()
export class ReceiptsConsumer {
  constructor(
    private readonly tokens: BrowserTokensService,
    private readonly receipts: ReceiptsService,
    private readonly exports: ReceiptsExportService,
  ) {}

  @Handles(getReceipts)
  async get({ id, holder }: RequestOf<typeof getReceipts>, { subject }: MessageContext) {
    return { documents: await this.receipts.find(id, await this.readerOf(subject, holder)) };
  }

  @Handles(getReceiptPdf)
  async pdf(
    { id, holder, number, language }: RequestOf<typeof getReceiptPdf>,
    { subject }: MessageContext,
  ) {
    const reader = await this.readerOf(subject, holder);
    const pdf = await this.receipts.drawPdf(id, reader, number, language);
    return { pdf: pdf.toString('base64') };
  }

  @Handles(exportReceipts)
  export(request: RequestOf<typeof exportReceipts>) {
    return this.exports.export(request);
  }

  /** The browser whose purchases may be read; `undefined`: those of all, for administrators. */
  private async readerOf(
    subject: Subject,
    holder: string | undefined,
  ): Promise<string | undefined> {
    if (hasRole(subject, 'admin')) return undefined;
    if (holder === undefined) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return this.tokens.resolve(holder);
  }
}
