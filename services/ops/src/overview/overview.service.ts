import { AppLogger } from '@ctdb/chassis';
import type { OpsOverview } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AlertsService } from '../alerts/alerts.service.js';
import { DeadLettersService } from '../dead-letters/dead-letters.service.js';
import { CertificateMonitor } from '../certificates/certificate-monitor.js';
import { WarningsService } from '../warnings/warnings.service.js';
import { ProcessesService } from './processes.service.js';
import { QueueReader } from './queue-reader.js';

type Part = NonNullable<OpsOverview['unknown']>[number];

/** The state of the installation. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly processes: ProcessesService,
    private readonly queues: QueueReader,
    private readonly deadLetters: DeadLettersService,
    private readonly certificates: CertificateMonitor,
    private readonly alerts: AlertsService,
    private readonly warnings: WarningsService,
    private readonly logger: AppLogger,
  ) {}

  async get(): Promise<OpsOverview> {
    const unknown: Part[] = [];
    /** A part that cannot be read hides no other. */
    const part = async <T>(name: Part | 'warnings', read: Promise<T>): Promise<T | undefined> => {
      try {
        return await read;
      } catch (error) {
        this.logger.warn('a part of the overview cannot be read', error, { part: name });
        // Warnings are absent only then.
        if (name !== 'warnings') unknown.push(name);
        return undefined;
      }
    };
    const [events, jobs, waitingDeadLetters, certificate, warnings] = await Promise.all([
      part('eventQueues', this.queues.events()),
      part('jobQueues', this.queues.jobs()),
      part('deadLetters', this.deadLetters.waiting()),
      part('certificate', this.certificates.lastCertificate()),
      part('warnings', this.warnings.find()),
    ]);
    return {
      processes: this.processes.states(),
      queues: [...(jobs ?? []), ...(events ?? [])],
      mail: this.alerts.state,
      waitingDeadLetters,
      certificate,
      warnings,
      unknown: unknown.length > 0 ? unknown : undefined,
    };
  }
}
