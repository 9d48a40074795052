import { Health } from '@ctdb/chassis';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { loadConfig } from './config.js';
import { DiseasesRepository } from './diseases/diseases.repository.js';
import { HistoryRepository } from './history/history.repository.js';
import { NotesRepository } from './notes/notes.repository.js';
import { RegistryProjection } from './projection/registry-projection.js';
import { SeedService } from './seed/seed.service.js';
import { TreatmentsRepository } from './treatments/treatments.repository.js';

/** What must be done, in this order, before the first message is answered. */
@Injectable()
export class Startup implements OnModuleInit {
  private isReady = false;

  constructor(
    private readonly diseases: DiseasesRepository,
    private readonly treatments: TreatmentsRepository,
    private readonly notes: NotesRepository,
    private readonly history: HistoryRepository,
    private readonly seed: SeedService,
    private readonly registry: RegistryProjection,
    health: Health,
  ) {
    health.register('registry', () => {
      if (!this.isReady) throw new Error('not loaded yet');
    });
  }

  async onModuleInit(): Promise<void> {
    for (const store of [this.diseases, this.treatments, this.notes, this.history])
      await store.createIndexes();
    if (loadConfig().SEED_SAMPLE_DATA === 'true') await this.seed.run();
    await this.registry.refresh();
    this.isReady = true;
  }
}
