import { categories, type Analytics, type Category } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { CachedFigures } from '../diseases/projection/cached-figures.js';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { AnalyticsRepository, DAY_MS } from './analytics.repository.js';
import { addCounts, successRate, countEntries, type OutcomeCounts } from './success-rate.js';

/** The registry in figures. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly repository: AnalyticsRepository,
    private readonly registry: RegistryProjection,
    private readonly figures: CachedFigures,
  ) {}

  get(now = new Date()): Promise<Analytics> {
    // Entries are dated by the day: a month ago is the same moment all day.
    const monthAgo = new Date((Math.ceil(now.getTime() / DAY_MS) - 30) * DAY_MS);
    return this.figures.get(`analytics ${monthAgo.getTime()}`, () => this.compute(monthAgo));
  }

  private async compute(monthAgo: Date): Promise<Analytics> {
    const registry = await this.registry.categories();
    const { hidden, samples } = await this.repository.findScope();
    const all: OutcomeCounts = {};
    const byCategory = new Map<Category, OutcomeCounts>(categories.map((name) => [name, {}]));
    const addOutcomes = async () => {
      for await (const row of this.repository.outcomesByDisease({ samples })) {
        const category = registry.categoryOf(row.diseaseId);
        const counts = category && byCategory.get(category);
        // A disease without category is deleted.
        if (!counts) continue;
        addCounts(all, row.outcome, row.count);
        addCounts(counts, row.outcome, row.count);
      }
    };
    const [patients, activeTreatments, entriesLast30Days] = await Promise.all([
      this.patients(hidden, samples),
      this.repository.countTreatments(hidden),
      this.repository.countEntriesSince(monthAgo, hidden, { samples }),
      addOutcomes(),
    ]);
    const historyEntries = countEntries(all);
    return {
      samples: samples && historyEntries > 0,
      diseases: registry.total,
      activeTreatments,
      successRate: successRate(all),
      patients,
      historyEntries,
      entriesLast30Days,
      outcomes: all,
      categories: [...byCategory].map(([category, counts]) => ({
        category,
        diseases: registry.count(category),
        historyEntries: countEntries(counts),
        successRate: successRate(counts),
      })),
    };
  }

  /** All patients but those who have entries of hidden diseases only. */
  private async patients(hidden: readonly Types.ObjectId[], samples: boolean): Promise<number> {
    const all = await this.repository.countPatients({ samples });
    if (hidden.length === 0) return all;
    const ofHidden = await this.repository.findPatients({ samples, diseaseIds: hidden });
    const candidates = new Map(ofHidden.map(({ patient }) => [String(patient), patient]));
    if (candidates.size === 0) return all;
    const isHidden = new Set(hidden.map((id) => id.toHexString()));
    const seen = await this.repository.findPatients({ samples }, [...candidates.values()]);
    const visible = new Set(
      seen.filter((of) => !isHidden.has(of.diseaseId)).map(({ patient }) => String(patient)),
    );
    return all - candidates.size + visible.size;
  }
}
