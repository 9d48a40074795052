import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { unfinishedStates } from './finishing.service.js';

/** Gauge of unfinished purchases. A value above zero for minutes needs an operator. */
@Injectable()
export class Backlog {
  constructor(metrics: Metrics, purchases: PurchasesRepository) {
    const gauge = new Gauge({
      name: 'purchases_unfinished',
      help: 'Purchases whose outcome is not known yet, by state',
      labelNames: ['state'],
      registers: [metrics],
      collect: async () => {
        for (const state of unfinishedStates) {
          // No value is better than a wrong one if the database is unreachable.
          const count = await purchases.count(state).catch(() => Number.NaN);
          gauge.set({ state }, count);
        }
      },
    });
  }
}
