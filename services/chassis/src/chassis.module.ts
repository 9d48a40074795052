import { Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { AmqpConnection } from './bus/connection.js';
import { Heartbeats } from './bus/heartbeats.js';
import { Outbox } from './bus/outbox.js';
import {
  CHASSIS_CONFIG,
  CHASSIS_OPTIONS,
  type ChassisOptions,
  MONGO,
  REDIS,
} from './chassis.options.js';
import { closeMongo, openMongo } from './data/mongo.js';
import { HealthServer } from './health/health-server.js';
import { Health } from './health/health.js';
import { Metrics } from './health/metrics.js';
import { AppLogger } from './logging/app-logger.js';
import { traceHttpCalls, Tracing } from './tracing/tracing.js';
import {
  baseEnv,
  type ChassisConfig,
  mongoEnv,
  redisEnv,
  signerEnv,
} from './config/chassis-env.js';
import { defineConfig } from './config/define-config.js';
import { runMigrations } from './data/migrations.js';
import { openRedis } from './data/redis.js';
import { OutboxRelay } from './data/outbox-entry.js';
import { BusServer } from './bus/bus-server.js';
import { DeadLetterQueues } from './bus/dead-letter-queues.js';
import { EventProcessor } from './bus/event-processor.js';
import { RequestProcessor } from './bus/request-processor.js';
import { RpcClient } from './bus/rpc-client.js';
import { ServiceTokens } from './bus/service-token.js';
import { BusNames } from './bus/topology.js';

const bus: Provider[] = [
  AmqpConnection,
  BusNames,
  BusServer,
  DeadLetterQueues,
  EventProcessor,
  Heartbeats,
  Outbox,
  { provide: OutboxRelay, useExisting: Outbox },
  RequestProcessor,
  RpcClient,
  ServiceTokens,
];

/** Loads the part of the environment that `options` need. */
const loadChassisConfig = ({ signsTokens, mongo, redis }: ChassisOptions): ChassisConfig =>
  defineConfig(
    z.object({
      ...baseEnv,
      ...(signsTokens ? signerEnv : {}),
      ...(mongo ? mongoEnv : {}),
      ...(redis ? redisEnv : {}),
    }),
  )() as ChassisConfig;

const coreProviders = ({ service, isCommand = false, staysReady }: ChassisOptions): Provider[] => [
  {
    provide: AppLogger,
    inject: [CHASSIS_CONFIG],
    // The standard output of a command is what it writes.
    useFactory: ({ LOG_LEVEL }: ChassisConfig) =>
      new AppLogger(service, LOG_LEVEL, isCommand ? process.stderr : undefined),
  },
  {
    provide: Metrics,
    inject: [CHASSIS_CONFIG, AppLogger],
    useFactory: ({ VERSION, REVISION }: ChassisConfig, logger: AppLogger) => {
      const metrics = new Metrics(service);
      metrics.setBuild(VERSION, REVISION);
      logger.onEvent = (event, level) => metrics.logEvents.inc({ event, level });
      return metrics;
    },
  },
  {
    provide: Tracing,
    inject: [CHASSIS_CONFIG, AppLogger],
    useFactory: async (config: ChassisConfig, logger: AppLogger) => {
      const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, VERSION: version } = config;
      if (endpoint === undefined) return new Tracing();
      // OpenTelemetry is loaded only where a collector is set.
      const { createOtlpExporter } = await import('./tracing/otlp-exporter.js');
      const exporter = createOtlpExporter(endpoint, { service, version }, logger);
      const tracing = new Tracing(exporter, config.OTEL_TRACES_SAMPLER_ARG);
      traceHttpCalls(tracing, new URL(endpoint).host);
      return tracing;
    },
  },
  {
    provide: Health,
    inject: [AppLogger, Metrics],
    useFactory: (logger: AppLogger, metrics: Metrics) => {
      const health = new Health(logger, staysReady);
      const gauge = { name: 'dependency_up', help: '1 if the dependency is reachable, else 0' };
      metrics.observe({ ...gauge, labelNames: ['dependency'] }, async () =>
        (await health.dependencies()).map(({ name, isUp }) => ({
          labels: { dependency: name },
          value: isUp ? 1 : 0,
        })),
      );
      return health;
    },
  },
  {
    // Listens before anything waits for a server, so that liveness is answered from the start.
    provide: HealthServer,
    inject: [Health, Metrics, AppLogger, CHASSIS_CONFIG],
    useFactory: async (
      health: Health,
      metrics: Metrics,
      logger: AppLogger,
      { HEALTH_HOST, HEALTH_PORT }: ChassisConfig,
    ) => {
      const server = new HealthServer(health, metrics, logger);
      if (!isCommand) await server.listen(HEALTH_HOST, HEALTH_PORT);
      return server;
    },
  },
];

const databaseProviders = ({ migrations = [] }: ChassisOptions): Provider[] => [
  {
    // Models are made of it by `MongooseModule.forFeature`.
    provide: getConnectionToken(),
    inject: [CHASSIS_CONFIG, AppLogger, Health, Tracing, HealthServer],
    useFactory: async (
      { MONGODB_URI, MONGODB_DB }: ChassisConfig,
      logger: AppLogger,
      health: Health,
      tracing: Tracing,
    ) => {
      if (MONGODB_URI === undefined || MONGODB_DB === undefined) return undefined;
      const opened = openMongo(MONGODB_URI, MONGODB_DB, { logger, tracing });
      const opening = opened.then(async (connection) => {
        await runMigrations(connection, migrations, logger);
        return connection;
      });
      // Not ready before the first connection either.
      health.register('mongodb', async () => (await opening).getClient().db().command({ ping: 1 }));
      return opening;
    },
  },
  { provide: MONGO, useExisting: getConnectionToken() },
  {
    provide: REDIS,
    inject: [CHASSIS_CONFIG, AppLogger, Health],
    useFactory: ({ REDIS_URL, REDIS_PREFIX }: ChassisConfig, logger: AppLogger, health: Health) => {
      if (REDIS_URL === undefined) return undefined;
      const redis = openRedis(REDIS_URL, REDIS_PREFIX ?? '', logger);
      health.register('redis', () => redis.ping());
      return redis;
    },
  },
];

const FINAL_RELAY_TIMEOUT_MS = 3_000;

/** Everything that all processes have in common, as one global module. */
@Module({})
export class ChassisModule implements OnApplicationShutdown {
  constructor(private readonly modules: ModuleRef) {}

  /** The environment is read when the application is created, not before. */
  static forRoot(options: ChassisOptions) {
    const providers: Provider[] = [
      { provide: CHASSIS_OPTIONS, useValue: options },
      { provide: CHASSIS_CONFIG, useFactory: () => loadChassisConfig(options) },
      ...coreProviders(options),
      ...databaseProviders(options),
      ...bus,
    ];
    return { module: ChassisModule, global: true, providers, exports: providers };
  }

  /** Closes everything in an order that loses nothing. Nest calls it last. */
  async onApplicationShutdown(): Promise<void> {
    const get = <T>(token: symbol | (abstract new (...args: never[]) => T)): T =>
      this.modules.get<T>(token as symbol, { strict: false });
    get(Health).markStopping();
    await get(Outbox).stop(FINAL_RELAY_TIMEOUT_MS);
    await get(Heartbeats).stop();
    await get(AmqpConnection).close();
    const mongo = get<Connection | undefined>(MONGO);
    if (mongo) await closeMongo(mongo);
    get<Redis | undefined>(REDIS)?.disconnect();
    await get(Tracing).close();
    await get(HealthServer).close();
  }
}
