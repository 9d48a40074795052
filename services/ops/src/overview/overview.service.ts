import { AppLogger } from '@ctdb/chassis';
import type { OpsOverview } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AlertsService } from '../alerts/alerts.service.js';
import { DeadLettersService } from '../dead-letters/dead-letters.service.js';
import { CertificateMonitor } from '../dns/certificate-monitor.js';
import { ProcessesService } from './processes.service.js';
import { EventQueueReader, JobQueueReader } from './queue-readers.js';

/** The state of the installation. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly processes: ProcessesService,
    private readonly eventQueues: EventQueueReader,
    private readonly jobQueues: JobQueueReader,
    private readonly deadLetters: DeadLettersService,
    private readonly certificates: CertificateMonitor,
    private readonly alerts: AlertsService,
    private readonly logger: AppLogger,
  ) {}

  async get(): Promise<OpsOverview> {
    const [events, jobs, waitingDeadLetters, certificate] = await Promise.all([
      this.eventQueues.states(),
      this.jobQueues.states(),
      this.deadLetters.waiting(),
      this.certificate(),
    ]);
    const unknown = [
      ...(jobs === undefined ? (['jobQueues'] as const) : []),
      ...(certificate === undefined ? (['certificate'] as const) : []),
    ];
    return {
      processes: this.processes.states(),
      queues: [...(jobs ?? []), ...events],
      waitingDeadLetters,
      mail: this.alerts.state,
      ...(certificate && { certificate }),
      ...(unknown.length > 0 && { unknown }),
    };
  }

  /** Null if there is none; undefined if it cannot be read, which hides nothing else. */
  private async certificate(): Promise<OpsOverview['certificate'] | null> {
    try {
      return (await this.certificates.lastCertificate()) ?? null;
    } catch (error) {
      this.logger.warn('reading the last certificate failed', error);
      return undefined;
    }
  }
}
