import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError, type ReplyOf, type RequestOf, type restoreAccess } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { GrantsRepository } from '../passes/grants.repository.js';
import { PassesService } from '../passes/passes.service.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { toReceipt } from '../purchases/receipt.mapper.js';
import { emailKey } from '../subscriptions/email.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { storedForm } from './typed-code.js';

/** Account keys are in lower case, so attempts with codes have counters of their own. */
const throttleKey = (code: string) => `RECEIPT:${code}`;

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();

/**
 * Moves paid access to another browser. Unknown codes and other payers get the same answer
 * after the same time.
 */
@Injectable()
export class RestoreService {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly passes: PassesService,
    private readonly throttle: ThrottleService,
  ) {}

  async restore(request: RequestOf<typeof restoreAccess>): Promise<ReplyOf<typeof restoreAccess>> {
    const { receiptCode, email, holder, address } = request;
    const code = storedForm(receiptCode);
    const restored = await this.throttle.attempt(throttleKey(code), address, async () => {
      const purchase = await this.find(code, email);
      return purchase && this.transferTo(purchase, holder);
    });
    if (!restored) throw new DomainError('NOT_FOUND', { kind: 'receipt' });
    return restored;
  }

  private async find(code: string, email: string): Promise<PurchaseDocument | undefined> {
    const found = await this.grants.findByReceiptCode(code);
    const payer = digest(emailKey(found?.payerEmail ?? ''));
    const isPayer = timingSafeEqual(payer, digest(emailKey(email)));
    return found?.payerEmail !== undefined && isPayer ? found : undefined;
  }

  /** Only the payer gets `PURCHASE_ENDED`, for a refunded purchase too. */
  private async transferTo(
    purchase: PurchaseDocument,
    holder: string,
  ): Promise<ReplyOf<typeof restoreAccess>> {
    const receipt = toReceipt(purchase);
    if (!receipt) throw new DomainError('PURCHASE_ENDED');
    const { plan, startsAt, expiresAt } = await this.passes.move(purchase, holder);
    const times = { startsAt: startsAt.toISOString(), expiresAt: expiresAt.toISOString() };
    return { pass: { plan, ...times }, receipt };
  }
}
