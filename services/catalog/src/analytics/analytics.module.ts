import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { catalogModels } from '../records/models.js';
import { AnalyticsConsumer } from './analytics.consumer.js';
import { AnalyticsRepository } from './analytics.repository.js';
import { AnalyticsService } from './analytics.service.js';
import { TrendsService } from './trends.service.js';

@Module({
  imports: [catalogModels, DiseasesModule],
  controllers: [AnalyticsConsumer],
  providers: [AnalyticsService, AnalyticsRepository, TrendsService],
})
export class AnalyticsModule {}
