import {
  deterministicId,
  newRecord,
  outboxEntry,
  requireAdministrator,
  type MessageContext,
} from '@ctdb/chassis';
import { diseaseEvents, type importDiseases, type RequestOf } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RegistryProjection } from '../projection/registry-projection.js';
import { DiseasesRepository } from './diseases.repository.js';
import { ImportsRepository } from './imports.repository.js';

/** Stores diseases in large numbers. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly diseases: DiseasesRepository,
    private readonly imports: ImportsRepository,
    private readonly registry: RegistryProjection,
  ) {}

  async import(
    { importId, offset, diseases, isLast }: RequestOf<typeof importDiseases>,
    context: MessageContext,
  ): Promise<void> {
    requireAdministrator(context);
    const now = new Date();
    const records = diseases.map((input, index) => ({
      ...newRecord(deterministicId('diseases', `${importId}/${offset + index}`), now),
      ...input,
      updatedAt: now,
      changedAt: now,
    }));
    await this.diseases.insertMissing(records);
    await this.registry.publish({ diseases: records.map(({ _id }) => _id) });
    if (isLast) await this.finish(importId, offset + diseases.length, now);
  }

  private async finish(importId: string, diseases: number, now: Date): Promise<void> {
    const event = outboxEntry(diseaseEvents.imported, { importId, diseases });
    const record = newRecord(deterministicId('imports', importId), now, event);
    await this.imports.insertOnce({ ...record, importId, diseases });
  }
}
