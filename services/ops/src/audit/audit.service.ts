import type { EventEnvelope, listAudit, ReplyOf, RequestOf } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { toAuditEntry, toAuditRecord } from './audit.mapper.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditMapping } from './audited-event.js';

const toDate = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** The audit trail. */
@Injectable()
export class AuditService {
  constructor(private readonly repository: AuditRepository) {}

  /** Stores the entry of an event; a repeated event changes nothing. */
  record(row: AuditMapping, payload: unknown, envelope: EventEnvelope): Promise<void> {
    return this.repository.add(toAuditRecord(row, payload, envelope));
  }

  async list(request: RequestOf<typeof listAudit>): Promise<ReplyOf<typeof listAudit>> {
    const { page, limit, kind, actor, from, to } = request;
    const filter = { kind, actor, from: toDate(from), to: toDate(to) };
    const [records, total] = await Promise.all([
      this.repository.page(filter, page, limit),
      this.repository.count(filter),
    ]);
    return { items: records.map(toAuditEntry), total };
  }
}
