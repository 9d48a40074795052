import type { Words } from './words.js';

const wait = (seconds: number): string => {
  if (seconds < 120) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
};

const size = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${Math.floor(bytes / 1_024)} kB`;

/** English wording of all errors. */
export const en: Words = {
  VALIDATION_FAILED: { title: 'Not valid', message: 'Some entries are not valid.' },
  MALFORMED_BODY: { title: 'Not readable', message: 'The request could not be read.' },
  ACCESS_REQUIRED: {
    title: 'Access required',
    message: 'Please sign in, or buy access, to see this.',
  },
  FORBIDDEN: { title: 'Not allowed', message: 'You may not do this.' },
  FOREIGN_ORIGIN: {
    title: 'From another site',
    message: 'This request came from another site and was refused.',
  },
  NOT_FOUND: { title: 'Not found', message: 'Not found. It may have been deleted.' },
  METHOD_NOT_ALLOWED: { title: 'Method not allowed', message: 'This cannot be done here.' },
  TREATMENT_EXISTS: {
    title: 'Treatment exists',
    message: 'This disease already has a treatment.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    title: 'Already saved',
    message: 'This was already saved with other contents.',
  },
  VERSION_CONFLICT: {
    title: 'Changed meanwhile',
    message: 'Someone else has changed this meanwhile.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'Too large',
    message: ({ limit }) => `This is too large to be sent (at most ${size(limit)}).`,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'Unknown kind of data',
    message: 'This kind of data is not accepted.',
  },
  FILE_REQUIRED: { title: 'No file', message: 'Please select a file.' },
  IMAGE_TOO_LARGE: {
    title: 'Too large',
    message: ({ maxBytes }) => `This image is too large (at most ${size(maxBytes)}).`,
  },
  IMAGE_TOO_MANY_PIXELS: {
    title: 'Too many pixels',
    message: ({ maxMegapixels }) =>
      `This image has too many pixels (at most ${maxMegapixels} megapixels).`,
  },
  IMAGE_NOT_SUPPORTED: {
    title: 'Not an image that we can read',
    message: 'Please choose a JPEG, PNG or WebP image.',
  },
  UPLOAD_ENDED: {
    title: 'Upload ended',
    message: 'This upload has ended. Please upload the image again.',
  },
  RANGE_NOT_SATISFIABLE: { title: 'No such part', message: 'The file has no such part.' },
  RATE_LIMITED: {
    title: 'Too many requests',
    message: ({ retryAfter }) => `Too many requests. Try again ${wait(retryAfter)}.`,
  },
  INVALID_CREDENTIALS: { title: 'Login Failed', message: 'Invalid username or password' },
  TOO_MANY_TRIES: {
    title: 'Too many attempts',
    message: ({ retryAfter }) => `Too many attempts. Try again ${wait(retryAfter)}.`,
  },
  WRONG_PASSWORD: { title: 'Wrong password', message: 'The current password is wrong' },
  PASSWORD_TOO_SHORT: {
    title: 'Password too short',
    message: ({ min }) => `Password must be at least ${min} characters`,
  },
  PASSWORD_TOO_COMMON: {
    title: 'Password too common',
    message: 'This password is too common',
  },
  TRANSLATION_NOT_CONFIGURED: {
    title: 'Translation is not set up',
    message: 'Translation is not set up; only exact glossary terms can be offered.',
  },
  PAYMENTS_NOT_CONFIGURED: { title: 'Payments are off', message: 'Payments are not set up here.' },
  PRICE_CHANGED: {
    title: 'Price changed',
    message: ({ charge }) =>
      `The price has changed: it is now ${charge.amount} ${charge.currency}.`,
  },
  CURRENCY_NOT_SUPPORTED: {
    title: 'Currency not supported',
    message: ({ charge }) =>
      `PayPal cannot charge this currency; it charges ${charge.amount} ${charge.currency}.`,
  },
  ORDER_NOT_APPROVED: { title: 'Not approved', message: 'The payment has not been approved yet.' },
  FOREIGN_ORDER: { title: 'Another browser', message: 'This order was begun in another browser.' },
  PAYMENT_DECLINED: {
    title: 'Payment declined',
    message: 'The payment was declined. Nothing was charged.',
  },
  PURCHASE_ENDED: {
    title: 'Access has ended',
    message: 'The access that this receipt stands for has ended.',
  },
  NOT_REFUNDABLE: { title: 'No refund', message: 'This payment cannot be refunded.' },
  INVALID_SIGNATURE: { title: 'Not signed', message: 'The signature is not valid.' },
  DOMAIN_NOT_VALID: {
    title: 'Not a domain name',
    message: 'Enter a domain name, for example clinic.example.',
  },
  NOT_VERIFIABLE: {
    title: 'Nothing to verify',
    message: 'Only a completed deployment with a domain can be verified.',
  },
  ALREADY_SETTLED: {
    title: 'Already settled',
    message: 'Somebody has replayed or discarded this event meanwhile.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'Not available',
    message: ({ retryAfter }) =>
      `The service is not available at the moment. Try again ${wait(retryAfter)}.`,
  },
  INTERNAL_ERROR: {
    title: 'Our fault',
    message: 'Something went wrong on our side. Please try again.',
  },
};
