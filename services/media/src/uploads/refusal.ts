import { DomainError, MAX_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';
import type { ImageRecord } from '../images/image.schema.js';

/** Why an upload was not taken, as it was told the first time. */
export const refusalOf = ({ refusal }: Pick<ImageRecord, 'refusal'>): DomainError => {
  switch (refusal?.code) {
    case 'IMAGE_TOO_LARGE':
      return new DomainError('IMAGE_TOO_LARGE', { maxBytes: MAX_IMAGE_BYTES });
    case 'IMAGE_TOO_MANY_PIXELS':
      return new DomainError('IMAGE_TOO_MANY_PIXELS', { maxMegapixels: MAX_IMAGE_MEGAPIXELS });
    case 'UPLOAD_ENDED':
      return new DomainError('UPLOAD_ENDED');
    default:
      return new DomainError('IMAGE_NOT_SUPPORTED');
  }
};
