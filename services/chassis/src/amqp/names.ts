import { DEAD_LETTER_EXCHANGE, EVENTS_EXCHANGE, HEARTBEATS_EXCHANGE } from '@ctdb/contracts';

/** Names of queues and exchanges. */
export interface AmqpNames {
  /** Queries of a service: not acknowledged, the caller asks again. */
  queries(service: string): string;
  /** Commands of a service: acknowledged after their work. */
  commands(service: string): string;
  readonly events: string;
  readonly deadEvents: string;
  /** Where processes tell that they are there. */
  readonly heartbeats: string;
  /** What a service consumes of the events. */
  eventsOf(service: string): string;
  /** What it gave up. */
  deadEventsOf(service: string): string;
}

/** The names in `namespace` (MESSAGE_NAMESPACE, may be empty). */
export const amqpNames = (namespace: string): AmqpNames => {
  const prefix = namespace === '' ? '' : `${namespace}.`;
  return {
    queries: (service) => `${prefix}rpc.${service}`,
    commands: (service) => `${prefix}rpc.${service}.commands`,
    events: `${prefix}${EVENTS_EXCHANGE}`,
    deadEvents: `${prefix}${DEAD_LETTER_EXCHANGE}`,
    heartbeats: `${prefix}${HEARTBEATS_EXCHANGE}`,
    eventsOf: (service) => `${prefix}events.${service}`,
    deadEventsOf: (service) => `${prefix}events.${service}.dead`,
  };
};
