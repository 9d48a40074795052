import { Handles, type MessageContext, OnEvent, requireRole, toContract } from '@ctdb/chassis';
import { auditHead, type EventEnvelope, messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { AuditEraser } from './audit-eraser.js';
import { auditMappings, type AuditMapping } from './audit-mappings.js';
import { AuditVerifier } from './audit-verifier.js';
import { attemptRecord, toAuditRecord } from './audit.mapper.js';
import { AuditRepository } from './audit.repository.js';
import { DiseaseNames } from './disease-names.js';

/** Handles every audited event, and answers the messages about the audit trail. */
@Controller()
export class AuditConsumer {
  constructor(
    private readonly repository: AuditRepository,
    private readonly verifier: AuditVerifier,
    private readonly eraser: AuditEraser,
    private readonly names: DiseaseNames,
  ) {}

  @Handles(messages.listAudit)
  async list(request: Requests['listAudit']) {
    const { items, total } = await this.repository.page(request);
    return { items: await this.names.toEntries(items), total };
  }

  @Handles(messages.verifyAudit)
  verify({ after = '0' }: Requests['verifyAudit']) {
    return this.verifier.verifyPart(Number(after));
  }

  @Handles(messages.eraseAuditDetails)
  erase({ id }: Requests['eraseAuditDetails'], context: MessageContext) {
    return this.eraser.erase(id, requireRole(context, 'admin'), context);
  }

  @Handles(messages.getAuditHead)
  async head() {
    const end = await this.repository.findEnd();
    return end ? { head: toContract(auditHead, end) } : {};
  }

  @Handles(messages.recordAttempts)
  async recordAttempts({ attempts }: Requests['recordAttempts'], context: MessageContext) {
    const records = attempts.map((attempt) => attemptRecord(attempt, context.requestId));
    await Promise.all(records.map((record) => this.repository.add(record)));
    return {};
  }

  /** Stores the entry of an event; a repeated event changes nothing. */
  async record(mapping: AuditMapping, payload: unknown, envelope: EventEnvelope): Promise<void> {
    const entry = toAuditRecord(mapping, payload, envelope);
    await this.repository.add(entry);
    // After each entry, because events come in any order, also long after they were published.
    if (entry.kind === 'account') await this.eraser.eraseIfErased(entry.objectId);
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
