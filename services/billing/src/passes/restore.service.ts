import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError, type ReplyOf, type RequestOf, type restoreAccess } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ThrottleService } from '../accounts/throttle.service.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { toReceipt } from '../purchases/receipt.js';
import { normalizeTypedCode } from '../typed-code.js';
import { PassesService } from './passes.service.js';
import { buyerAddresses, normalizeEmail } from './subscription.js';

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();

/** Unknown codes take as long: two e-mail addresses are compared in any case. */
const isPayer = (purchase: PurchaseRecord | null, email: string): purchase is PurchaseRecord => {
  const given = digest(normalizeEmail(email));
  const isSame = (known: string | undefined) =>
    timingSafeEqual(digest(known ?? ''), given) && known !== undefined;
  const [first, second] = purchase ? buyerAddresses(purchase) : [];
  return [isSame(first), isSame(second)].includes(true);
};

/** The receipt that a person types, and the address of that person's network. */
type TypedReceipt = Omit<RequestOf<typeof restoreAccess>, 'holder'>;

/**
 * Finds purchases by receipt, and moves paid access to another browser. Unknown codes and other
 * payers get the same answer after the same time.
 */
@Injectable()
export class RestoreService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly passes: PassesService,
    private readonly throttle: ThrottleService,
  ) {}

  restore(request: RequestOf<typeof restoreAccess>): Promise<ReplyOf<typeof restoreAccess>> {
    return this.withPurchase(request, (purchase) => this.transferTo(purchase, request.holder));
  }

  /** Does `work` with the payer's purchase. Throws `NOT_FOUND`, `TOO_MANY_TRIES`. */
  async withPurchase<T>(
    { receiptCode, email, address }: TypedReceipt,
    work: (purchase: PurchaseRecord) => Promise<T>,
  ): Promise<T> {
    const code = normalizeTypedCode(receiptCode);
    const found = await this.purchases.findByReceiptCode(code);
    const done = await this.throttle.attemptReceipt(code, found !== null, address, async () =>
      isPayer(found, email) ? work(found) : undefined,
    );
    if (!done) throw new DomainError('NOT_FOUND', { kind: 'receipt' });
    return done;
  }

  /** Only the payer gets `PURCHASE_ENDED`, for a refunded purchase too. */
  private async transferTo(
    purchase: PurchaseRecord,
    holder: string,
  ): Promise<ReplyOf<typeof restoreAccess>> {
    const receipt = toReceipt(purchase);
    if (!receipt) throw new DomainError('PURCHASE_ENDED');
    return { pass: await this.passes.transfer(purchase, holder), receipt };
  }
}
