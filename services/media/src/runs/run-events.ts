import { Outbox, type OutboxEntry } from '@ctdb/chassis';
import { backupEvents, imageHealthEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { RunRecord } from './run.schema.js';

/** What the world is told of runs: by whom one was started, and how it ended. */
@Injectable()
export class RunEvents {
  constructor(private readonly outbox: Outbox) {}

  started({
    _id,
    backupType,
    imageId,
  }: Pick<RunRecord, '_id' | 'backupType' | 'imageId'>): OutboxEntry {
    const id = _id.toHexString();
    if (backupType === 'health') return this.outbox.entry(imageHealthEvents.started, { runId: id });
    return this.outbox.entry(backupEvents.started, {
      logId: id,
      backupType,
      ...(imageId && { imageId: imageId.toHexString() }),
    });
  }

  ended(
    { _id, backupType }: Pick<RunRecord, '_id' | 'backupType'>,
    status: RunRecord['status'],
  ): OutboxEntry[] {
    const id = _id.toHexString();
    return backupType === 'health'
      ? [this.outbox.entry(imageHealthEvents.ended, { runId: id, status })]
      : [this.outbox.entry(backupEvents.ended, { logId: id, backupType, status })];
  }

  relaySoon(): void {
    this.outbox.kick();
  }
}
