import { deterministicUuid, type MessageContext } from '@ctdb/chassis';
import { DomainError, type Person } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ACCOUNT_ERASED, ERASED, type AuditRecord } from './audit.record.js';
import { AuditRepository } from './audit.repository.js';

/** Ids without personal data: they name the disease that an entry is about. */
const KEPT_FIELDS = ['diseaseId', 'treatmentId'];

/** Erases details of entries, for example a name that a person typed into a label. */
@Injectable()
export class AuditEraser {
  constructor(private readonly repository: AuditRepository) {}

  /**
   * Records who erases the details of an entry and what stays of them, then erases them. A repeated
   * command changes nothing.
   */
  async erase(
    id: string,
    { role, name }: Person,
    { commandId, requestId }: MessageContext,
  ): Promise<void> {
    const entry = await this.repository.find(id);
    if (!entry) throw new DomainError('NOT_FOUND', { kind: 'auditEntry' });
    if (entry.erasedAt) return;
    const now = new Date();
    const kept = entry.changes.filter(({ field }) => KEPT_FIELDS.includes(field));
    const record: AuditRecord = {
      _id: deterministicUuid(`erased ${id}`, commandId),
      at: now,
      actor: { role, name },
      kind: 'audit',
      action: ERASED,
      objectId: id,
      changes: kept,
      requestId,
    };
    await this.repository.add(record);
    await this.repository.eraseDetails({ _id: id }, kept, now);
  }

  /** Erases the details of all entries about an account if an entry says that the account was erased. */
  async eraseIfErased(accountId: string | undefined): Promise<void> {
    if (accountId === undefined) return;
    const erasures = await this.repository.findErasures([accountId]);
    if (!erasures.has(accountId)) return;
    const about = { kind: 'account', objectId: { $eq: accountId } } as const;
    await this.repository.eraseDetails(
      { ...about, action: { $ne: ACCOUNT_ERASED } },
      [],
      new Date(),
    );
  }
}
