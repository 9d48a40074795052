import { Handles, type MessageContext, OnEvent, requireRole, toContract } from '@ctdb/chassis';
import { auditEntry, listAudit, type EventEnvelope, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { auditMappings, type AuditMapping } from './audit-mappings.js';
import { toAuditRecord } from './audit.mapper.js';
import { AuditRepository } from './audit.repository.js';

const toDate = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** Handles every audited event, and answers the message about the audit trail. */
@Controller()
export class AuditConsumer {
  constructor(private readonly repository: AuditRepository) {}

  @Handles(listAudit)
  async list(request: RequestOf<typeof listAudit>, context: MessageContext) {
    requireRole(context, 'admin');
    const { page, limit, kind, actor, from, to } = request;
    const filter = { kind, actor, from: toDate(from), to: toDate(to) };
    const [records, total] = await Promise.all([
      this.repository.page(filter, page, limit),
      this.repository.count(filter),
    ]);
    return { items: records.map((record) => toContract(auditEntry, record)), total };
  }

  /** Stores the entry of an event; a repeated event changes nothing. */
  record(mapping: AuditMapping, payload: unknown, envelope: EventEnvelope): Promise<void> {
    return this.repository.add(toAuditRecord(mapping, payload, envelope));
  }
}

// One method per mapping, so that every mapped event is handled.
for (const mapping of auditMappings) {
  const { name } = mapping.event;
  const descriptor = {
    value(this: AuditConsumer, payload: unknown, envelope: EventEnvelope): Promise<void> {
      return this.record(mapping, payload, envelope);
    },
    configurable: true,
    writable: true,
  };
  Object.defineProperty(AuditConsumer.prototype, name, descriptor);
  OnEvent(mapping.event, { isConcurrent: true })(AuditConsumer.prototype, name, descriptor);
}
