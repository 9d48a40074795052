import { DomainError, MAX_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';

/** Reasons to reject a picture. */
export const rejectionCodes = [
  'IMAGE_NOT_SUPPORTED',
  'IMAGE_INCOMPLETE',
  'IMAGE_TOO_LARGE',
  'IMAGE_TOO_MANY_PIXELS',
  'UPLOAD_ENDED',
] as const;
/** One of {@link rejectionCodes}. */
export type RejectionCode = (typeof rejectionCodes)[number];

/** The error of a rejected picture. */
export const toRejectionError = (code: RejectionCode): DomainError => {
  if (code === 'IMAGE_TOO_LARGE') return new DomainError(code, { maxBytes: MAX_IMAGE_BYTES });
  if (code === 'IMAGE_TOO_MANY_PIXELS')
    return new DomainError(code, { maxMegapixels: MAX_IMAGE_MEGAPIXELS });
  return new DomainError(code);
};

/** The code if the picture caused the error; errors of servers are retried. */
export const rejectionCode = (error: unknown): RejectionCode | undefined =>
  error instanceof DomainError ? rejectionCodes.find((code) => code === error.code) : undefined;
