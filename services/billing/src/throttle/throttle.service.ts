import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { networkOf } from './network.js';
import { ThrottleRepository, type Marks, type Trier } from './throttle.repository.js';

/**
 * Slows guessing down. Failures are counted for the account at the address, more generously for
 * the address and for the account wherever from; each has its free tries, then doubling delays
 * during which passwords are not even looked at. Nothing is locked for good, and an address from
 * which the account signed in before is not held up by what others try elsewhere.
 */
@Injectable()
export class ThrottleService {
  constructor(private readonly tries: ThrottleRepository) {}

  /**
   * Runs `check` as one try. `undefined` from it is a wrong password and counts; anything else is
   * a right one and clears the failures of this account at this address; an error counts as nothing.
   * `TOO_MANY_TRIES`, without running it, while the caller must wait.
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

  /** Work that fails for another reason is no guess; where that cannot be stored, it stays one. */
  private async orTakeBack<T>(trier: Trier, marks: Marks, check: () => Promise<T>): Promise<T> {
    try {
      return await check();
    } catch (error) {
      await this.tries.settle(trier, marks, false).catch(() => undefined);
      throw error;
    }
  }
}
