import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { catalogModels } from '../models.js';
import { AnalyticsService } from './analytics.service.js';
import { InsightsConsumer } from './insights.consumer.js';
import { InsightsRepository } from './insights.repository.js';
import { TrendsService } from './trends.service.js';

@Module({
  imports: [catalogModels, DiseasesModule],
  controllers: [InsightsConsumer],
  providers: [TrendsService, AnalyticsService, InsightsRepository],
})
export class InsightsModule {}
