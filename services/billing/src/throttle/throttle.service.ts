import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { networkOf } from './network.js';
import { ThrottleRepository, type Marks, type Trier } from './throttle.repository.js';

/**
 * Slows down password guessing. Counts failures per account and address, and with higher limits per
 * address and per account. Each counter has free attempts, then doubling delays during which no
 * password is checked. No lock is permanent, and attempts from other addresses do not delay an
 * address from which the account has signed in before.
 */
@Injectable()
export class ThrottleService {
  constructor(private readonly tries: ThrottleRepository) {}

  /**
   * Runs `check` as one attempt. Its result `undefined` means a wrong password and counts. Another
   * result clears the failures of this account at this address. An error does not count. Throws
   * `TOO_MANY_TRIES` without a call of `check` while the caller must wait.
   */
  async attempt<T>(
    account: string,
    address: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const trier: Trier = { account, network: networkOf(address) };
    const taken = await this.tries.take(trier);
    if ('waitMs' in taken)
      throw new DomainError('TOO_MANY_TRIES', { retryAfter: Math.ceil(taken.waitMs / 1_000) });
    const result = await this.orTakeBack(trier, taken.marks, check);
    if (result !== undefined) await this.tries.settle(trier, taken.marks, true);
    return result;
  }

  /** An error is no wrong password, so the attempt does not count, unless Redis fails too. */
  private async orTakeBack<T>(trier: Trier, marks: Marks, check: () => Promise<T>): Promise<T> {
    try {
      return await check();
    } catch (error) {
      await this.tries.settle(trier, marks, false).catch(() => undefined);
      throw error;
    }
  }
}
