import { Handles, OnEvent, type MessageContext } from '@ctdb/chassis';
import { listAudit, type EventEnvelope, type ReplyOf, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { requireAdministrator } from '../privacy/administrators.js';
import { auditMappings } from './audit-mappings.js';
import { AuditService } from './audit.service.js';

/** Handles every audited event, and answers the message about the audit trail. */
@Controller()
export class AuditConsumer {
  constructor(readonly audit: AuditService) {}

  @Handles(listAudit)
  list(
    request: RequestOf<typeof listAudit>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof listAudit>> {
    requireAdministrator(context);
    return this.audit.list(request);
  }
}

// One method per mapping, so that every mapped event is handled.
for (const row of auditMappings) {
  const { name } = row.event;
  const descriptor = {
    value(this: AuditConsumer, payload: unknown, envelope: EventEnvelope): Promise<void> {
      return this.audit.record(row, payload, envelope);
    },
    configurable: true,
    writable: true,
  };
  Object.defineProperty(AuditConsumer.prototype, name, descriptor);
  OnEvent(row.event)(AuditConsumer.prototype, name, descriptor);
}
