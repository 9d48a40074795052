import { serviceNames } from '@ctdb/contracts';

/** The user of an address of RabbitMQ. */
export const readUser = (url: string): string =>
  decodeURIComponent(new URL(url).username) || 'guest';

const processUsers = new Set([
  'gateway',
  ...serviceNames.flatMap((service) => [service, `${service}-worker`]),
]);

/**
 * Whether `user` is of no process alone: the broker's administrator, whom processes share where they have no own
 * users. He may do everything there, so he is taken for any process.
 */
export const isShared = (user: unknown): boolean =>
  typeof user === 'string' && !processUsers.has(user);

/** Whether `user` is that of a process of `service`: `media` and `media-worker`, for example; or shared. */
export const isUserOf = (service: string, user: unknown): boolean =>
  user === service || user === `${service}-worker` || isShared(user);
