import type { EventEnvelope, listAudit, ReplyOf, RequestOf } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { toAuditEntry, toAuditRecord } from './audit.mapper.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditMapping } from './audited-event.js';

const momentOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** The audit trail. */
@Injectable()
export class AuditService {
  constructor(private readonly repository: AuditRepository) {}

  /** Keeps an event; the same again changes nothing. */
  record(row: AuditMapping, payload: unknown, envelope: EventEnvelope): Promise<void> {
    return this.repository.add(toAuditRecord(row, payload, envelope));
  }

  async list(request: RequestOf<typeof listAudit>): Promise<ReplyOf<typeof listAudit>> {
    const { page, limit, kind, actor, from, to } = request;
    const filter = { kind, actor, from: momentOf(from), to: momentOf(to) };
    const [records, total] = await Promise.all([
      this.repository.page(filter, page, limit),
      this.repository.count(filter),
    ]);
    return { items: records.map(toAuditEntry), total };
  }
}
