/** The user of an address of RabbitMQ. */
export const readUser = (url: string): string =>
  decodeURIComponent(new URL(url).username) || 'guest';

/** Whether `user` is that of a process of `service`: `media` and `media-worker`, for example. */
export const isUserOf = (service: string, user: unknown): boolean =>
  user === service || user === `${service}-worker`;
