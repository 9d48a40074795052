import type { Disease } from '@ctdb/contracts';

/** In the history entry of the landing page after a treatment was saved: its disease. */
export interface SavedState {
  saved: Pick<Disease, 'id' | 'nameEn' | 'nameKn'>;
}
