import { categories, type Analytics, type Category } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RegistryProjection } from '../projection/registry-projection.js';
import { InsightsRepository } from './insights.repository.js';
import { DAY } from './steps.js';
import { addCounts, successRate, totalOf, type OutcomeCounts } from './success-rate.js';

/** The registry in figures. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly insights: InsightsRepository,
    private readonly registry: RegistryProjection,
  ) {}

  async compute(now = new Date()): Promise<Analytics> {
    const registry = await this.registry.categories();
    const hidden = await this.insights.hiddenDiseases();
    const [rows, patients, activeTreatments, entriesLast30Days] = await Promise.all([
      this.insights.outcomesByDisease(hidden),
      this.insights.countPatients(hidden),
      this.insights.countTreatments(hidden),
      this.insights.countEntriesSince(new Date(now.getTime() - 30 * DAY), hidden),
    ]);
    const all: OutcomeCounts = {};
    const byCategory = new Map<Category, OutcomeCounts>(categories.map((name) => [name, {}]));
    for (const { diseaseId, outcome, count } of rows) {
      addCounts(all, outcome, count);
      const category = registry.categoryOf(diseaseId);
      const counts = category && byCategory.get(category);
      if (counts) addCounts(counts, outcome, count);
    }
    return {
      diseases: registry.total,
      activeTreatments,
      successRate: successRate(all),
      patients,
      historyEntries: totalOf(all),
      entriesLast30Days,
      outcomes: all,
      categories: [...byCategory].map(([category, counts]) => ({
        category,
        diseases: registry.count(category),
        historyEntries: totalOf(counts),
        successRate: successRate(counts),
      })),
    };
  }
}
