import { AppLogger } from '@ctdb/chassis';
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
    this.logger.info('the sample data is stored', { diseases: records.length });
  }
}
