import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { AmqpLink } from './amqp/link.js';
import type { ChassisOptions } from './chassis.options.js';
import { chassisProviders } from './chassis.providers.js';
import { closeMongo } from './data/mongo.js';
import { HealthServer } from './health/health-server.js';
import { Health } from './health/health.js';
import { Heartbeat } from './health/heartbeat.js';
import { Metrics } from './health/metrics.js';
import { AppLogger } from './logging/app-logger.js';
import { Outbox } from './outbox/outbox.js';
import { OutboxRelay } from './outbox/relay.js';
import { RpcClient } from './rpc/client.js';
import { AMQP_NAMES, CHASSIS_CONFIG, MONGO, REDIS } from './tokens.js';

const LAST_RELAY_MS = 3_000;

/** Everything that all processes have in common, as one global module. */
@Module({})
export class ChassisModule implements OnApplicationShutdown {
  constructor(private readonly modules: ModuleRef) {}

  /** The environment is read when the application is created, not before. */
  static forRoot(options: ChassisOptions): DynamicModule {
    return {
      module: ChassisModule,
      global: true,
      providers: chassisProviders(options),
      exports: [
        AMQP_NAMES,
        CHASSIS_CONFIG,
        getConnectionToken(),
        MONGO,
        REDIS,
        AmqpLink,
        AppLogger,
        Health,
        HealthServer,
        Metrics,
        Outbox,
        RpcClient,
      ],
    };
  }

  /** Closes everything, in the order in which nothing is lost; Nest calls it last. */
  async onApplicationShutdown(): Promise<void> {
    const get = <T>(token: symbol | (abstract new (...args: never[]) => T)): T =>
      this.modules.get<T>(token as symbol, { strict: false });
    get(Health).stopping();
    await get<OutboxRelay | undefined>(OutboxRelay)?.stop(LAST_RELAY_MS);
    await get(Heartbeat).stop();
    await get(AmqpLink).close();
    const mongo = get<Connection | undefined>(MONGO);
    if (mongo) await closeMongo(mongo);
    get<Redis | undefined>(REDIS)?.disconnect();
    await get(HealthServer).close();
  }
}
