import { OnEvent } from '@ctdb/chassis';
import { Mails, type MailRecord } from '@ctdb/chassis/mail';
import {
  formatIndianDay,
  formatMoney,
  locales,
  mailEvents,
  purchaseEvents,
  toDecimalString,
  type PayloadOf,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { PracticeMails } from '../access/practice-mails.service.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { ReceiptsService } from '../receipts/receipts.service.js';

/** The same event may come again, in any order: the mail's id is its cause. */
const IN_ANY_ORDER = { isConcurrent: true };

/** Writes the mails to buyers that events of their purchases cause. */
@Controller()
export class MailConsumer implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly purchases: PurchasesRepository,
    private readonly practiceMails: PracticeMails,
    private readonly receipts: ReceiptsService,
  ) {}

  onModuleInit(): void {
    this.mails.prepareWith('receipt', (mail) => this.attachReceipt(mail));
  }

  @OnEvent(purchaseEvents.paid, IN_ANY_ORDER)
  async sendReceipt({ orderId }: PayloadOf<typeof purchaseEvents.paid>): Promise<void> {
    const purchase = await this.purchases.findById(orderId);
    const to = purchase?.contactEmail ?? purchase?.payerEmail;
    if (!purchase || to === undefined) return;
    const { item, amountMinor, currency, paidAt, locale = locales[0] } = purchase;
    const values = {
      item: texts[locale].documents[item],
      amount: formatMoney(toDecimalString(amountMinor), currency),
      paidAt: paidAt ? formatIndianDay(paidAt, locale) : '',
    };
    const _id = `receipt-${orderId}`;
    await this.mails.add({ _id, kind: 'receipt', to, locale, values, path: '/access' });
  }

  @OnEvent(purchaseEvents.partRefunded, IN_ANY_ORDER)
  async sendPartRefund({ orderId, refundId }: PayloadOf<typeof purchaseEvents.partRefunded>) {
    const purchase = await this.purchases.findById(orderId);
    const refund = purchase?.partialRefunds?.find(({ id }) => id === refundId);
    if (!purchase || !refund) return;
    await this.addRefund('partRefunded', `${orderId}-${refundId}`, purchase, refund.amountMinor);
  }

  @OnEvent(purchaseEvents.refunded, IN_ANY_ORDER)
  async sendRefund({ orderId }: PayloadOf<typeof purchaseEvents.refunded>): Promise<void> {
    const purchase = await this.purchases.findById(orderId);
    // A payment that did not match its order gave no access, and was of another amount.
    if (!purchase?.paidAt) return;
    const { amountMinor, partialRefunds = [] } = purchase;
    const rest = partialRefunds.reduce((left, refund) => left - refund.amountMinor, amountMinor);
    // Where only parts were refunded, the last mail is about all of them.
    await this.addRefund('refunded', orderId, purchase, rest > 0 ? rest : amountMinor);
  }

  @OnEvent(mailEvents.billing, IN_ANY_ORDER)
  retry({ mailId }: PayloadOf<typeof mailEvents.billing>): Promise<void> {
    return this.mails.retryGivenUp(mailId);
  }

  private async addRefund(
    kind: 'partRefunded' | 'refunded',
    cause: string,
    purchase: PurchaseRecord,
    amountMinor: number,
  ): Promise<void> {
    const { item, currency, captureId = '', locale = locales[0] } = purchase;
    const values = {
      item: texts[locale].documents[item],
      amount: formatMoney(toDecimalString(amountMinor), currency),
      reference: captureId,
    };
    await this.practiceMails.notify(purchase, { _id: `refund-${cause}`, kind, locale, values });
  }

  /** The receipt may be written after the event: it is drawn when the mail is sent. */
  private async attachReceipt({ _id, values = {}, path, locale }: MailRecord) {
    const drawn = await this.receipts.draw(_id.slice(_id.lastIndexOf('-') + 1), undefined, locale);
    const attachments = drawn && [
      {
        filename: `${drawn.number.replace('/', '-')}.pdf`,
        contentType: 'application/pdf',
        content: drawn.pdf,
      },
    ];
    return { values, path, ...(attachments && { attachments }) };
  }
}
