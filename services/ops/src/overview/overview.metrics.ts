import { Metrics } from '@ctdb/chassis';
import type { OpsOverview } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { OverviewService } from './overview.service.js';

const jobStates = ['waiting', 'active', 'delayed', 'failed'] as const;

/** The overview as metrics. Each replica of ops reports the same. */
@Injectable()
export class OverviewMetrics {
  private reading: Promise<OpsOverview | undefined> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly overview: OverviewService,
  ) {
    this.add(
      'dead_letters_waiting',
      'Dead letters that wait for an administrator',
      [],
      (overview, gauge) => gauge.set(overview.waitingDeadLetters),
    );
    this.add(
      'queue_messages',
      'Jobs and events in queues',
      ['queue', 'kind', 'state'],
      ({ queues }, gauge) => {
        for (const { name, kind, ...counts } of queues) {
          for (const state of kind === 'job' ? jobStates : (['waiting'] as const))
            gauge.set({ queue: name, kind, state }, counts[state]);
        }
      },
    );
    this.add(
      'product_processes',
      'Known processes by state',
      ['process', 'state'],
      ({ processes }, gauge) => {
        for (const { name, state } of processes) gauge.inc({ process: name, state });
      },
    );
    this.add(
      'site_certificate_days_left',
      "Days until the own domain's certificate ends",
      [],
      ({ certificate }, gauge) => certificate && gauge.set(certificate.daysLeft),
    );
  }

  private add<L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    fill: (overview: OpsOverview, gauge: Gauge<L>) => void,
  ): void {
    const gauge = new Gauge<L>({
      name,
      help,
      labelNames,
      registers: [this.metrics],
      collect: async () => {
        const overview = await this.read();
        // No value is better than an old one. `reset` sets a gauge without labels to 0.
        gauge.reset();
        if (labelNames.length === 0) gauge.remove();
        if (overview) fill(overview, gauge);
      },
    });
  }

  /** All metrics of one scrape share one read. */
  private read(): Promise<OpsOverview | undefined> {
    this.reading ??= this.overview
      .get()
      .catch(() => undefined)
      .finally(() => {
        this.reading = undefined;
      });
    return this.reading;
  }
}
