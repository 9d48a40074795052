import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { PracticeRecord } from './practice.record.js';
import { PracticesRepository } from './practices.repository.js';

/** The records of practices, and of the browsers that open them. */
@Module({
  imports: [recordModels(PracticeRecord)],
  providers: [PracticesRepository],
  exports: [PracticesRepository],
})
export class PracticesModule {}
