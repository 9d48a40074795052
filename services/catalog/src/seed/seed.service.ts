import { AppLogger } from '@ctdb/chassis';
import { isProtocolColor, type SampleTreatment } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { FreeSampleRepository } from '../free-sample/free-sample.repository.js';
import { sampleDiseases } from '../sample-data/index.js';
import { sampleRecords } from './sample-records.js';
import { SamplesRepository } from './samples.repository.js';

/** Fills a new database with the sample diseases, once in its life. */
@Injectable()
export class SeedService {
  constructor(
    private readonly repository: SamplesRepository,
    private readonly registry: RegistryProjection,
    private readonly freeSample: FreeSampleRepository,
    private readonly logger: AppLogger,
  ) {}

  async run(now = new Date()): Promise<void> {
    const startedAt = await this.repository.startSeeding(now);
    if (!startedAt) return;
    this.logger.info('filling the new database with sample data', {
      diseases: sampleDiseases.length,
    });
    const records = sampleDiseases.map((sample) => sampleRecords(sample, startedAt));
    for (const record of records) await this.repository.insert(record);
    await this.freeSample.chooseFirst(records[0]?.disease._id ?? null);
    await this.registry.publish({ diseases: records.map(({ disease }) => disease._id) });
    await this.repository.finishSeeding(new Date());
    const milliseconds = Date.now() - now.getTime();
    this.logger.info('the sample data is stored', { diseases: records.length, milliseconds });
  }

  /** The sample treatments that are there, each with its first protocol of a built-in color. */
  async list(): Promise<SampleTreatment[]> {
    const diseases = await this.repository.findDiseases();
    const live = diseases.filter(({ deletedAt }) => deletedAt === null);
    const existing = [...live, ...(await this.repository.findTreatments())];
    const ids = new Set(existing.map(({ _id }) => _id.toHexString()));
    return sampleDiseases.flatMap((sample) => {
      // Ids do not depend on the time.
      const { disease, treatment } = sampleRecords(sample, new Date());
      const isThere = [disease, treatment].every(({ _id }) => ids.has(_id.toHexString()));
      const protocol = treatment.protocols.find(({ color }) => isProtocolColor(color));
      if (!isThere || !protocol || !isProtocolColor(protocol.color)) return [];
      return {
        treatmentId: treatment._id.toHexString(),
        diseaseId: disease._id.toHexString(),
        nameEn: disease.nameEn,
        nameKn: disease.nameKn,
        color: protocol.color,
        applicationArea: protocol.applicationArea,
        applicationAreaKn: protocol.applicationAreaKn ?? '',
      };
    });
  }
}
