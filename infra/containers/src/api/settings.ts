const { env } = process;

/** Where the product is found, as its visitors write it. */
export const baseUrl = env['BASE_URL'] ?? 'http://localhost:8080';

/** The administrator to sign in as. */
export const administrator = {
  username: env['ADMIN_USERNAME'] ?? 'admin',
  password: env['ADMIN_PASSWORD'] ?? '',
};

/** Tells the requests and records of this run from those of others. */
export const run = `api-${Date.now().toString(36)}`;
