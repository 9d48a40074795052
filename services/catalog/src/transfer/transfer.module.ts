import { Module } from '@nestjs/common';
import { objectStore } from '../object-store.js';
import { catalogModels } from '../records/models.js';
import { ExportRepository } from './export.repository.js';
import { ExportService } from './export.service.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';
import { TransferConsumer } from './transfer.consumer.js';

@Module({
  imports: [catalogModels],
  controllers: [TransferConsumer],
  providers: [ExportService, ExportRepository, ImportsService, ImportsRepository, objectStore],
})
export class TransferModule {}
