import { Global, Module, type Provider } from '@nestjs/common';
import type { ChassisConfig } from '../config/chassis-env.js';
import { OutboxRelay } from '../data/outbox-entry.js';
import { CHASSIS_CONFIG } from '../chassis.options.js';
import { BusServer } from './bus-server.js';
import { AmqpConnection } from './connection.js';
import { DeadLetterQueues } from './dead-letter-queues.js';
import { EventProcessor, Inbox } from './event-processor.js';
import { EventPublisher, Outbox } from './outbox.js';
import { HeartbeatListener, HeartbeatPublisher } from './heartbeats.js';
import { RequestProcessor } from './request-processor.js';
import { RpcClient } from './rpc-client.js';
import { ServiceTokens } from './service-token.js';
import { BusNames } from './topology.js';

const configured: Provider[] = [
  {
    provide: BusNames,
    inject: [CHASSIS_CONFIG],
    useFactory: ({ MESSAGE_NAMESPACE }: ChassisConfig) => new BusNames(MESSAGE_NAMESPACE),
  },
  {
    provide: ServiceTokens,
    inject: [CHASSIS_CONFIG],
    useFactory: (config: ChassisConfig) =>
      new ServiceTokens({
        publicKeys: config.SERVICE_TOKEN_PUBLIC_KEYS,
        privateKey: config.SERVICE_TOKEN_PRIVATE_KEY,
      }),
  },
];

const shared: Provider[] = [
  AmqpConnection,
  BusServer,
  DeadLetterQueues,
  HeartbeatListener,
  HeartbeatPublisher,
  Outbox,
  { provide: OutboxRelay, useExisting: Outbox },
  RpcClient,
];

/** Calls, events, outbox and heartbeats over RabbitMQ, for all modules. */
@Global()
@Module({
  providers: [...configured, ...shared, EventProcessor, EventPublisher, Inbox, RequestProcessor],
  exports: [BusNames, ...shared],
})
export class BusModule {}
