import { Handles } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
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

  @Handles(messages.getTrends)
  getTrends(request: Requests['getTrends']) {
    return this.trends.get(request);
  }

  @Handles(messages.getAnalytics)
  getAnalytics(_request: Requests['getAnalytics']) {
    return this.analytics.get();
  }
}
