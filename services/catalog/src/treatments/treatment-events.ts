import { Outbox, type OutboxEntry } from '@ctdb/chassis';
import { treatmentEvents, type FieldChange } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { changesBetween } from '../store/changes.js';
import type { StoredProtocol, TreatmentRecord } from './treatments.schema.js';

type Described = Pick<TreatmentRecord, 'descriptionEn' | 'descriptionKn'>;
type Identity = Pick<TreatmentRecord, '_id' | 'diseaseId' | 'version'>;

const words = (protocols: readonly StoredProtocol[]) => ({
  protocols: protocols.map(({ color, applicationArea, duration, frequency }) =>
    [color, applicationArea, duration, frequency].join(' · '),
  ),
});

/** Words what happened to a treatment; `version` is the one after the change. */
@Injectable()
export class TreatmentEvents {
  constructor(private readonly outbox: Outbox) {}

  created(after: Identity & Described): OutboxEntry {
    return this.fact('created', after, describedChanges(undefined, after));
  }

  updated(before: Described, after: Identity & Described): OutboxEntry {
    return this.fact('updated', after, describedChanges(before, after));
  }

  protocolsReplaced(before: StoredProtocol[], after: TreatmentRecord): OutboxEntry {
    const changes = changesBetween(['protocols'], words(before), words(after.protocols));
    return this.fact('protocolsReplaced', after, changes);
  }

  /** Has the relay look for new facts at once. */
  announce(): void {
    this.outbox.kick();
  }

  private fact(
    fact: keyof typeof treatmentEvents,
    { _id, diseaseId, version }: Identity,
    changes: FieldChange[],
  ): OutboxEntry {
    return this.outbox.entry(treatmentEvents[fact], {
      treatmentId: _id.toHexString(),
      diseaseId: diseaseId.toHexString(),
      version,
      changes,
    });
  }
}

const describedChanges = (before: Described | undefined, after: Described) =>
  changesBetween(['descriptionEn', 'descriptionKn'], before, after);
