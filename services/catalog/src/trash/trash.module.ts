import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { HistoryModule } from '../history/history.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { PurgeJob } from './purge.job.js';
import { PurgeRepository } from './purge.repository.js';
import { PurgeService } from './purge.service.js';
import { TrashWordsFinder } from './trash-words.js';
import { TrashConsumer } from './trash.consumer.js';
import { TrashService } from './trash.service.js';

@Module({
  imports: [EntriesModule, DiseasesModule, TreatmentsModule, NotesModule, HistoryModule],
  controllers: [TrashConsumer],
  providers: [TrashService, TrashWordsFinder, PurgeService, PurgeRepository, PurgeJob],
})
export class TrashModule {}
