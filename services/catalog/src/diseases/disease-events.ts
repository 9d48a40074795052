import type { OutboxEntry } from '@ctdb/chassis';
import { Outbox } from '@ctdb/chassis';
import { diseaseEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { changesBetween } from '../store/changes.js';
import type { DiseaseRecord } from './diseases.schema.js';

const AUDITED = ['nameEn', 'nameKn', 'category', 'notes'] as const;

type Named = Pick<DiseaseRecord, '_id' | 'nameEn' | 'nameKn' | 'category' | 'notes' | 'version'>;

/** Words what happened to a disease; `version` is the one after the change. */
@Injectable()
export class DiseaseEvents {
  constructor(private readonly outbox: Outbox) {}

  fact(
    fact: 'created' | 'updated' | 'deleted' | 'restored',
    after: Named,
    before: Named | undefined = fact === 'created' ? undefined : after,
  ): OutboxEntry {
    return this.outbox.entry(diseaseEvents[fact], {
      diseaseId: after._id.toHexString(),
      nameEn: after.nameEn,
      nameKn: after.nameKn,
      version: after.version,
      changes: changesBetween(AUDITED, before, after),
    });
  }

  purged(diseaseId: string, treatmentIds: string[]): OutboxEntry {
    return this.outbox.entry(diseaseEvents.purged, { diseaseId, treatmentIds });
  }

  /** Has the relay look for new facts at once. */
  announce(): void {
    this.outbox.kick();
  }
}
