import { Module } from '@nestjs/common';
import { catalogModels } from '../records/models.js';
import { ColorsConsumer } from './colors.consumer.js';
import { ColorsRepository } from './colors.repository.js';
import { ColorsService } from './colors.service.js';

@Module({
  imports: [catalogModels],
  controllers: [ColorsConsumer],
  providers: [ColorsService, ColorsRepository],
  exports: [ColorsService],
})
export class ColorsModule {}
