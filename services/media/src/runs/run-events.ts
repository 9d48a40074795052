import { Outbox, type OutboxEntry } from '@ctdb/chassis';
import { backupEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { RunRecord } from './run.schema.js';

/** What the world is told of runs: that one is over. Of the check of all images nothing. */
@Injectable()
export class RunEvents {
  constructor(private readonly outbox: Outbox) {}

  ended({ _id, backupType }: RunRecord, status: RunRecord['status']): OutboxEntry[] {
    if (backupType === 'health') return [];
    const payload = { logId: _id.toHexString(), backupType, status };
    return [this.outbox.entry(backupEvents.ended, payload)];
  }

  announce(): void {
    this.outbox.kick();
  }
}
