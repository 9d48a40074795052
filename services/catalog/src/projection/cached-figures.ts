import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RegistryProjection } from './registry-projection.js';

/** Answers of one state of the data; a question names what else its answer depends on. */
const MAX_ANSWERS = 500;

/** Figures that were counted from stored data, kept until any of it changes. */
@Injectable()
export class CachedFigures {
  private readonly answers = new LRUCache<string, Promise<object>>({ max: MAX_ANSWERS });

  constructor(private readonly registry: RegistryProjection) {}

  /** The result of `compute`, or of an earlier one for the same question and data. */
  async get<T extends object>(question: string, compute: () => Promise<T>): Promise<T> {
    const { all } = await this.registry.tags();
    const key = `${all} ${question}`;
    const known = this.answers.get(key) as Promise<T> | undefined;
    if (known) return known;
    const answer = compute();
    this.answers.set(key, answer);
    answer.catch(() => this.answers.delete(key));
    return answer;
  }
}
