import { Injectable } from '@nestjs/common';
import { Queues } from '../queues/queues.js';
import { PROCESS_QUEUE } from './upload-queue.js';

/** How long somebody sleeps whom nobody wakes; a word that Redis lost costs no more. Milliseconds. */
const MAX_WAIT_MS = 400;

/** Where callers wait until the worker is done with their upload. */
@Injectable()
export class UploadWaiter {
  private readonly sleepers = new Map<string, Set<() => void>>();

  constructor(queues: Queues) {
    const events = queues.events(PROCESS_QUEUE);
    const wake = ({ jobId }: { jobId: string }) => {
      for (const each of this.sleepers.get(jobId) ?? []) each();
    };
    events.on('completed', wake);
    events.on('failed', wake);
  }

  /** Sleeps until there is news of this upload, but not long. */
  async nap(uploadId: string): Promise<void> {
    const those = this.sleepers.get(uploadId) ?? new Set();
    this.sleepers.set(uploadId, those);
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        those.delete(wake);
        if (those.size === 0) this.sleepers.delete(uploadId);
        resolve();
      };
      const timer = setTimeout(wake, MAX_WAIT_MS);
      those.add(wake);
    });
  }
}
