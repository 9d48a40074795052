import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { NotesConsumer } from './notes.consumer.js';
import { NotesRepository } from './notes.repository.js';
import { NotesService } from './notes.service.js';

@Module({
  imports: [DiseasesModule, TreatmentsModule, EntriesModule],
  controllers: [NotesConsumer],
  providers: [NotesService, NotesRepository],
  exports: [NotesService, NotesRepository],
})
export class NotesModule {}
