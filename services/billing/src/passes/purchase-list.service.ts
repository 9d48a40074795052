import type { Purchase } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { GrantsRepository } from './grants.repository.js';
import { toPurchase } from './purchase.mapper.js';

/** Lists the purchases of a browser. */
@Injectable()
export class PurchaseListService {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly clock: RedisClock,
  ) {}

  async list(holder: string): Promise<Purchase[]> {
    const rows = await this.grants.allOf(holder);
    const now = await this.clock.now();
    return rows.map((row) => toPurchase(row, now));
  }
}
