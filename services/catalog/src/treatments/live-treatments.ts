import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { toObjectId } from '../store/ids.js';
import { TreatmentsRepository } from './treatments.repository.js';
import type { TreatmentRecord } from './treatments.schema.js';

/** Finds treatments that are there for everybody: those whose disease is not deleted. */
@Injectable()
export class LiveTreatments {
  constructor(
    private readonly treatments: TreatmentsRepository,
    private readonly diseases: DiseasesRepository,
  ) {}

  async find(id: string): Promise<TreatmentRecord> {
    const record = await this.treatments.byId(toObjectId(id));
    if (!record || !(await this.diseases.isLive(record.diseaseId)))
      throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    return record;
  }

  async ofDisease(diseaseId: string): Promise<TreatmentRecord> {
    await this.requireDisease(diseaseId);
    const record = await this.treatments.ofDisease(toObjectId(diseaseId));
    if (!record) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    return record;
  }

  async requireDisease(diseaseId: string): Promise<void> {
    if (!(await this.diseases.isLive(toObjectId(diseaseId))))
      throw new DomainError('NOT_FOUND', { kind: 'disease' });
  }
}
