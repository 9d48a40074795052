const RATES = [
  ...['ANONYMOUS', 'SIGNED_IN', 'SIGN_IN', 'RESTORE', 'SETUP'],
  ...['ORDER', 'CAPTURE', 'WEBHOOK', 'UPLOAD'],
];

/** Settings for one client that does in seconds what many visitors do in minutes, with one sign-in. */
export const limitsOfOneClient: Record<string, string> = {
  ...Object.fromEntries(RATES.map((name) => [`RATE_${name}`, '10000000'])),
  SIGN_IN_ADDRESS_TRIES: '1000',
  // The nightly run takes longer than 15 minutes.
  ACCESS_TOKEN_SECONDS: '3600',
  REFRESH_IDLE_SECONDS: '7200',
};
