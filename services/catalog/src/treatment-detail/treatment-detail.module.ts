import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { TreatmentDetailConsumer } from './treatment-detail.consumer.js';
import { TreatmentDetailService } from './treatment-detail.service.js';

@Module({
  imports: [TreatmentsModule, NotesModule, HistoryModule],
  controllers: [TreatmentDetailConsumer],
  providers: [TreatmentDetailService],
})
export class TreatmentDetailModule {}
