import { Handles } from '@ctdb/chassis';
import { getAnalytics, getTrends, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { AnalyticsService } from './analytics.service.js';
import { TrendsService } from './trends.service.js';

/** Answers the messages about figures. */
@Controller()
export class AnalyticsConsumer {
  constructor(
    private readonly trends: TrendsService,
    private readonly analytics: AnalyticsService,
  ) {}

  @Handles(getTrends)
  getTrends(request: RequestOf<typeof getTrends>) {
    return this.trends.get(request);
  }

  @Handles(getAnalytics)
  getAnalytics(_request: RequestOf<typeof getAnalytics>) {
    return this.analytics.get();
  }
}
