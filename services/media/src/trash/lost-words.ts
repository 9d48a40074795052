import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Diseases } from './diseases.js';
import { TrashRepository } from './trash.repository.js';

/**
 * The catalog tells when a deleted disease comes back, and when it is gone for good. Where neither
 * word came in all the time that either may take, it is asked: no image goes because a word was lost.
 */
@Injectable()
export class LostWords {
  constructor(
    private readonly trash: TrashRepository,
    private readonly diseases: Diseases,
    private readonly logger: AppLogger,
  ) {}

  /** Asks about the diseases that were deleted at `horizon` or before; what cannot be asked waits. */
  async make(horizon: Date): Promise<void> {
    for (const id of await this.trash.unheardOf(horizon)) {
      const diseaseId = id.toHexString();
      try {
        const state = await this.diseases.state(diseaseId);
        if (state === 'deleted') continue;
        this.logger.warn('what became of a disease was not heard of', { diseaseId, state });
        if (state === 'live') await this.trash.show(id);
        else await this.trash.condemn(id);
      } catch (error) {
        this.logger.warn('the catalog cannot say what became of a disease', error);
        return;
      }
    }
  }
}
