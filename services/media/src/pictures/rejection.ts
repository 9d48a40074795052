import { DomainError, MAX_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';
import { rejectionCodes, type RejectionCode } from '../images/image.record.js';

/** The error of a rejected upload. */
export const toRejectionError = (code: RejectionCode): DomainError => {
  switch (code) {
    case 'IMAGE_TOO_LARGE':
      return new DomainError(code, { maxBytes: MAX_IMAGE_BYTES });
    case 'IMAGE_TOO_MANY_PIXELS':
      return new DomainError(code, { maxMegapixels: MAX_IMAGE_MEGAPIXELS });
    case 'UPLOAD_ENDED':
    case 'IMAGE_NOT_SUPPORTED':
    case 'IMAGE_INCOMPLETE':
      return new DomainError(code);
  }
};

/** The code if the picture caused the error; errors of servers are retried. */
export const rejectionCode = (error: unknown): RejectionCode | undefined =>
  error instanceof DomainError ? rejectionCodes.find((code) => code === error.code) : undefined;
