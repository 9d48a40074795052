import { Handles } from '@ctdb/chassis';
import { getAnalytics, getTrends, type ReplyOf, type RequestOf } from '@ctdb/contracts';
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
  getTrends(request: RequestOf<typeof getTrends>): Promise<ReplyOf<typeof getTrends>> {
    return this.trends.computeTrends(request);
  }

  @Handles(getAnalytics)
  getAnalytics(_request: RequestOf<typeof getAnalytics>): Promise<ReplyOf<typeof getAnalytics>> {
    return this.analytics.compute();
  }
}
