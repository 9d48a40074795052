import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Queues } from '../queues/queues.js';
import { InteractiveWork } from '../queues/rush.js';
import { ProcessingService } from './processing.service.js';
import { PROCESS_QUEUE, type UploadJob } from './upload-queue.js';

/** One's bytes travel while two are worked on; how many those are the gate says. */
const CONCURRENCY = 3;
/** How soon the job of a worker that died is given to another one; milliseconds. */
const LOCK_MS = 5_000;
/** A job may lose its worker more often than that; the database counts, and gives up in time. */
const MOST_STALLS = 20;

/** Works off the queue of uploads. */
@Injectable()
export class ProcessingWorker implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly processing: ProcessingService,
    private readonly rush: InteractiveWork,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.worker<UploadJob>(
      PROCESS_QUEUE,
      ({ data }) => this.rush.track(() => this.processing.process(data.uploadId)),
      {
        concurrency: CONCURRENCY,
        lockDuration: LOCK_MS,
        stalledInterval: LOCK_MS,
        maxStalledCount: MOST_STALLS,
      },
    );
  }
}
