import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { BusModule } from './bus/bus.module.js';
import { AmqpConnection } from './bus/connection.js';
import { HeartbeatPublisher } from './bus/heartbeats.js';
import { Outbox } from './bus/outbox.js';
import { CHASSIS_CONFIG, CHASSIS_OPTIONS, type ChassisOptions, MONGO, REDIS } from './chassis.options.js';
import { chassisProviders } from './chassis.providers.js';
import { closeMongo } from './data/mongo.js';
import { HealthServer } from './health/health-server.js';
import { Health } from './health/health.js';
import { Metrics } from './health/metrics.js';
import { AppLogger } from './logging/app-logger.js';
import { Tracing } from './tracing/tracing.js';

const FINAL_RELAY_TIMEOUT_MS = 3_000;

/** Everything that all processes have in common, as global modules. */
@Module({})
export class ChassisModule implements OnApplicationShutdown {
  constructor(private readonly modules: ModuleRef) {}

  /** The environment is read when the application is created, not before. */
  static forRoot(options: ChassisOptions): DynamicModule {
    return {
      module: ChassisModule,
      global: true,
      imports: [BusModule],
      providers: chassisProviders(options),
      exports: [
        CHASSIS_CONFIG,
        CHASSIS_OPTIONS,
        getConnectionToken(),
        MONGO,
        REDIS,
        AppLogger,
        Health,
        HealthServer,
        Metrics,
        Tracing,
      ],
    };
  }

  /** Closes everything in an order that loses nothing. Nest calls it last. */
  async onApplicationShutdown(): Promise<void> {
    const get = <T>(token: symbol | (abstract new (...args: never[]) => T)): T =>
      this.modules.get<T>(token as symbol, { strict: false });
    get(Health).markStopping();
    await get(Outbox).stop(FINAL_RELAY_TIMEOUT_MS);
    await get(HeartbeatPublisher).stop();
    await get(AmqpConnection).close();
    const mongo = get<Connection | undefined>(MONGO);
    if (mongo) await closeMongo(mongo);
    get<Redis | undefined>(REDIS)?.disconnect();
    await get(Tracing).close();
    await get(HealthServer).close();
  }
}
