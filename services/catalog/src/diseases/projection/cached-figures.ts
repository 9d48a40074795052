import { coalesceCalls } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RegistryProjection } from './registry-projection.js';

/** Questions whose last answers are kept; a question names what else its answer depends on. */
const MAX_QUESTIONS = 500;

/** Figures that were counted from stored data, kept until any of it changes. */
@Injectable()
export class CachedFigures {
  private readonly questions = new LRUCache<string, () => Promise<object>>({ max: MAX_QUESTIONS });

  constructor(private readonly registry: RegistryProjection) {}

  /** The result of `compute`, or of an earlier one for the same question and data. */
  get<T extends object>(question: string, compute: () => Promise<T>): Promise<T> {
    const get = this.questions.get(question) ?? this.keepLast(compute);
    this.questions.set(question, get);
    return get() as Promise<T>;
  }

  /** Computes again after a change; under many changes one at a time, for all who wait. */
  private keepLast<T extends object>(compute: () => Promise<T>): () => Promise<T> {
    let last: { tag: string; figures: T } | undefined;
    return coalesceCalls(async () => {
      const { all: tag } = await this.registry.tags();
      if (last?.tag !== tag) last = { tag, figures: await compute() };
      return last.figures;
    });
  }
}
