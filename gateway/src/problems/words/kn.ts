import type { Words } from './words.js';

const wait = (seconds: number): string => {
  if (seconds < 120) return seconds === 1 ? '1 ಸೆಕೆಂಡಿನ ನಂತರ' : `${seconds} ಸೆಕೆಂಡುಗಳ ನಂತರ`;
  return `${Math.ceil(seconds / 60)} ನಿಮಿಷಗಳ ನಂತರ`;
};

const size = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${Math.floor(bytes / 1_024)} kB`;

/** Kannada wording of all errors. */
export const kn: Words = {
  VALIDATION_FAILED: { title: 'ಮಾಹಿತಿ ಸರಿಯಾಗಿಲ್ಲ', message: 'ಕೆಲವು ಮಾಹಿತಿಗಳು ಸರಿಯಾಗಿಲ್ಲ.' },
  MALFORMED_BODY: { title: 'ಓದಲು ಆಗಲಿಲ್ಲ', message: 'ವಿನಂತಿಯನ್ನು ಓದಲು ಆಗಲಿಲ್ಲ.' },
  ACCESS_REQUIRED: {
    title: 'ಪ್ರವೇಶ ಬೇಕು',
    message: 'ಈ ಮಾಹಿತಿ ನೋಡಲು ಪ್ರವೇಶ ಬೇಕು. ದಯವಿಟ್ಟು ಪ್ರವೇಶಿಸಿ ಅಥವಾ ಪಾಸ್ ಪಡೆಯಿರಿ.',
  },
  FORBIDDEN: { title: 'ಅನುಮತಿ ಇಲ್ಲ', message: 'ಇದನ್ನು ಮಾಡಲು ನಿಮಗೆ ಅನುಮತಿ ಇಲ್ಲ.' },
  FOREIGN_ORIGIN: {
    title: 'ಬೇರೆ ಜಾಲತಾಣದ ವಿನಂತಿ',
    message: 'ಈ ವಿನಂತಿ ಬೇರೆ ಜಾಲತಾಣದಿಂದ ಬಂದಿದ್ದರಿಂದ ತಿರಸ್ಕರಿಸಲಾಗಿದೆ.',
  },
  NOT_FOUND: { title: 'ಸಿಗಲಿಲ್ಲ', message: 'ಇದು ಸಿಗಲಿಲ್ಲ. ಅಳಿಸಿರಬಹುದು.' },
  METHOD_NOT_ALLOWED: { title: 'ಸಾಧ್ಯವಿಲ್ಲ', message: 'ಇದನ್ನು ಇಲ್ಲಿ ಮಾಡಲು ಆಗುವುದಿಲ್ಲ.' },
  TREATMENT_EXISTS: {
    title: 'ಚಿಕಿತ್ಸೆ ಈಗಾಗಲೇ ಇದೆ',
    message: 'ಈ ರೋಗಕ್ಕೆ ಈಗಾಗಲೇ ಚಿಕಿತ್ಸೆ ಇದೆ.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    title: 'ಈಗಾಗಲೇ ಉಳಿಸಲಾಗಿದೆ',
    message: 'ಇದನ್ನು ಈಗಾಗಲೇ ಬೇರೆ ವಿಷಯದೊಂದಿಗೆ ಉಳಿಸಲಾಗಿದೆ.',
  },
  VERSION_CONFLICT: {
    title: 'ಇಷ್ಟರಲ್ಲಿ ಬದಲಾಗಿದೆ',
    message: 'ಇಷ್ಟರಲ್ಲಿ ಇದನ್ನು ಬೇರೊಬ್ಬರು ಬದಲಿಸಿದ್ದಾರೆ.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'ತುಂಬಾ ದೊಡ್ಡದು',
    message: ({ limit }) => `ಇದು ಕಳುಹಿಸಲು ಆಗದಷ್ಟು ದೊಡ್ಡದಾಗಿದೆ (ಹೆಚ್ಚೆಂದರೆ ${size(limit)}).`,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'ಗೊತ್ತಿಲ್ಲದ ಬಗೆಯ ಮಾಹಿತಿ',
    message: 'ಈ ಬಗೆಯ ಮಾಹಿತಿಯನ್ನು ಸ್ವೀಕರಿಸಲಾಗುವುದಿಲ್ಲ.',
  },
  FILE_REQUIRED: { title: 'ಕಡತ ಇಲ್ಲ', message: 'ದಯವಿಟ್ಟು ಕಡತವನ್ನು ಆಯ್ಕೆಮಾಡಿ.' },
  IMAGE_TOO_LARGE: {
    title: 'ತುಂಬಾ ದೊಡ್ಡದು',
    message: ({ maxBytes }) => `ಈ ಚಿತ್ರ ತುಂಬಾ ದೊಡ್ಡದಾಗಿದೆ (ಹೆಚ್ಚೆಂದರೆ ${size(maxBytes)}).`,
  },
  IMAGE_TOO_MANY_PIXELS: {
    title: 'ತುಂಬಾ ದೊಡ್ಡ ಚಿತ್ರ',
    message: ({ maxMegapixels }) => `ಈ ಚಿತ್ರದ ಅಳತೆ ತುಂಬಾ ದೊಡ್ಡದು (ಹೆಚ್ಚೆಂದರೆ ${maxMegapixels} ಮೆಗಾಪಿಕ್ಸೆಲ್).`,
  },
  IMAGE_NOT_SUPPORTED: {
    title: 'ಓದಲು ಆಗದ ಚಿತ್ರ',
    message: 'ದಯವಿಟ್ಟು JPEG, PNG ಅಥವಾ WebP ಚಿತ್ರವನ್ನು ಆಯ್ಕೆಮಾಡಿ.',
  },
  UPLOAD_ENDED: { title: 'ಅವಧಿ ಮುಗಿದಿದೆ', message: 'ಚಿತ್ರ ಸೇರಿಸುವ ಅವಧಿ ಮುಗಿದಿದೆ. ದಯವಿಟ್ಟು ಚಿತ್ರವನ್ನು ಮತ್ತೆ ಸೇರಿಸಿ.' },
  RANGE_NOT_SATISFIABLE: { title: 'ಆ ಭಾಗ ಇಲ್ಲ', message: 'ಈ ಕಡತದಲ್ಲಿ ಆ ಭಾಗ ಇಲ್ಲ.' },
  RATE_LIMITED: {
    title: 'ತುಂಬಾ ವಿನಂತಿಗಳು',
    message: ({ retryAfter }) => `ತುಂಬಾ ವಿನಂತಿಗಳು ಬಂದಿವೆ. ${wait(retryAfter)} ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ.`,
  },
  INVALID_CREDENTIALS: {
    title: 'ಪ್ರವೇಶ ವಿಫಲವಾಗಿದೆ',
    message: 'ಬಳಕೆದಾರರ ಹೆಸರು ಅಥವಾ ಗುಪ್ತಪದ ತಪ್ಪಾಗಿದೆ',
  },
  TOO_MANY_TRIES: {
    title: 'ತುಂಬಾ ಪ್ರಯತ್ನಗಳು',
    message: ({ retryAfter }) => `ತುಂಬಾ ಬಾರಿ ಪ್ರಯತ್ನಿಸಲಾಗಿದೆ. ${wait(retryAfter)} ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ.`,
  },
  WRONG_PASSWORD: { title: 'ಗುಪ್ತಪದ ತಪ್ಪಾಗಿದೆ', message: 'ಈಗಿನ ಗುಪ್ತಪದ ತಪ್ಪಾಗಿದೆ' },
  PASSWORD_TOO_SHORT: {
    title: 'ಗುಪ್ತಪದ ತುಂಬಾ ಚಿಕ್ಕದು',
    message: ({ min }) => `ಗುಪ್ತಪದದಲ್ಲಿ ಕನಿಷ್ಠ ${min} ಅಕ್ಷರಗಳಿರಬೇಕು`,
  },
  PASSWORD_TOO_COMMON: {
    title: 'ಸಾಮಾನ್ಯ ಗುಪ್ತಪದ',
    message: 'ಈ ಗುಪ್ತಪದ ತುಂಬಾ ಸಾಮಾನ್ಯವಾದದ್ದು; ಬೇರೊಂದನ್ನು ಆರಿಸಿ',
  },
  TRANSLATION_NOT_CONFIGURED: {
    title: 'ಅನುವಾದ ಸೇವೆ ಇಲ್ಲ',
    message: 'ಅನುವಾದ ಸೇವೆಯನ್ನು ಹೊಂದಿಸಿಲ್ಲ; ಪದಸೂಚಿಯಲ್ಲಿರುವ ಪದಗಳನ್ನು ಮಾತ್ರ ನೀಡಬಹುದು.',
  },
  PAYMENTS_NOT_CONFIGURED: { title: 'ಪಾವತಿ ಸೌಲಭ್ಯ ಇಲ್ಲ', message: 'ಇಲ್ಲಿ ಪಾವತಿ ಸೌಲಭ್ಯವನ್ನು ಹೊಂದಿಸಿಲ್ಲ.' },
  PRICE_CHANGED: {
    title: 'ಬೆಲೆ ಬದಲಾಗಿದೆ',
    message: ({ charge }) => `ಬೆಲೆ ಬದಲಾಗಿದೆ; ಈಗಿನ ಬೆಲೆ: ${charge.amount} ${charge.currency}.`,
  },
  CURRENCY_NOT_SUPPORTED: {
    title: 'ಈ ಹಣದಲ್ಲಿ ಪಾವತಿಸಲಾಗದು',
    message: ({ charge }) =>
      `PayPal ಈ ಹಣದಲ್ಲಿ ಪಾವತಿ ಪಡೆಯುವುದಿಲ್ಲ; ಪಡೆಯುವ ಮೊತ್ತ: ${charge.amount} ${charge.currency}.`,
  },
  ORDER_NOT_APPROVED: { title: 'ಪಾವತಿಗೆ ಒಪ್ಪಿಗೆ ಇಲ್ಲ', message: 'ಈ ಪಾವತಿಗೆ ಇನ್ನೂ ಒಪ್ಪಿಗೆ ನೀಡಿಲ್ಲ.' },
  FOREIGN_ORDER: { title: 'ಬೇರೆ ಬ್ರೌಸರ್', message: 'ಈ ಪಾವತಿಯನ್ನು ಬೇರೆ ಬ್ರೌಸರ್‌ನಲ್ಲಿ ಆರಂಭಿಸಲಾಗಿದೆ.' },
  PAYMENT_DECLINED: { title: 'ಪಾವತಿ ತಿರಸ್ಕೃತವಾಗಿದೆ', message: 'ಪಾವತಿ ತಿರಸ್ಕೃತವಾಗಿದೆ. ಯಾವುದೇ ಹಣ ಕಡಿತವಾಗಿಲ್ಲ.' },
  PURCHASE_ENDED: { title: 'ಪ್ರವೇಶ ಮುಗಿದಿದೆ', message: 'ಈ ರಸೀದಿಯ ಪ್ರವೇಶದ ಅವಧಿ ಮುಗಿದಿದೆ.' },
  NOT_REFUNDABLE: { title: 'ಮರುಪಾವತಿ ಇಲ್ಲ', message: 'ಈ ಪಾವತಿಗೆ ಹಣ ಮರುಪಾವತಿ ಇಲ್ಲ.' },
  INVALID_SIGNATURE: { title: 'ಸಹಿ ಸರಿಯಾಗಿಲ್ಲ', message: 'ಸಹಿ ಸರಿಯಾಗಿಲ್ಲ.' },
  DOMAIN_NOT_VALID: {
    title: 'ಇದು ಡೊಮೇನ್ ಹೆಸರಲ್ಲ',
    message: 'ಡೊಮೇನ್ ಹೆಸರನ್ನು ನಮೂದಿಸಿ, ಉದಾಹರಣೆಗೆ clinic.example.',
  },
  NOT_VERIFIABLE: {
    title: 'ಪರಿಶೀಲಿಸಲು ಏನೂ ಇಲ್ಲ',
    message: 'ಡೊಮೇನ್ ಇರುವ, ಪೂರ್ಣಗೊಂಡ ನಿಯೋಜನೆಯನ್ನು ಮಾತ್ರ ಪರಿಶೀಲಿಸಬಹುದು.',
  },
  ALREADY_SETTLED: {
    title: 'ಈಗಾಗಲೇ ಇತ್ಯರ್ಥವಾಗಿದೆ',
    message: 'ಈ ಘಟನೆಯನ್ನು ಇಷ್ಟರಲ್ಲಿ ಬೇರೆಯವರು ಮರುಚಾಲಿಸಿದ್ದಾರೆ ಅಥವಾ ಕೈಬಿಟ್ಟಿದ್ದಾರೆ.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'ಸೇವೆ ಲಭ್ಯವಿಲ್ಲ',
    message: ({ retryAfter }) => `ಸೇವೆ ಸದ್ಯಕ್ಕೆ ಲಭ್ಯವಿಲ್ಲ. ${wait(retryAfter)} ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ.`,
  },
  INTERNAL_ERROR: {
    title: 'ನಮ್ಮ ಕಡೆಯ ದೋಷ',
    message: 'ನಮ್ಮ ಕಡೆಯಲ್ಲಿ ಏನೋ ತಪ್ಪಾಗಿದೆ. ದಯವಿಟ್ಟು ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ.',
  },
};
