import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { unfinishedStates } from './finishing.service.js';

/** Tells how much is unfinished: figures that stay above zero for minutes want a person. */
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
          // No figure is better than a wrong one while the database is away.
          const count = await purchases.count(state).catch(() => Number.NaN);
          gauge.set({ state }, count);
        }
      },
    });
  }
}
