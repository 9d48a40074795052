import type { Provider } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { AmqpLink } from './amqp/link.js';
import { amqpNames, type AmqpNames } from './amqp/names.js';
import type { ChassisOptions } from './chassis.options.js';
import { baseEnv, mongoEnv, redisEnv, type ChassisConfig } from './config/chassis-env.js';
import { defineConfig } from './config/define-config.js';
import { runMigrations } from './data/migrations.js';
import { openMongo, pingMongo } from './data/mongo.js';
import { openRedis, pingRedis } from './data/redis.js';
import { EventConsumer } from './events/consumer.js';
import { Inbox } from './events/inbox.js';
import { EventPublisher } from './events/publisher.js';
import { HealthServer } from './health/health-server.js';
import { Heartbeat } from './health/heartbeat.js';
import { Health } from './health/health.js';
import { Metrics } from './health/metrics.js';
import { AppLogger } from './logging/app-logger.js';
import { Outbox } from './outbox/outbox.js';
import { OutboxRelay } from './outbox/relay.js';
import { RpcClient } from './rpc/client.js';
import { MessageServer } from './rpc/message-server.js';
import { RpcServer } from './rpc/server.js';
import { ServiceTokens } from './rpc/service-token.js';
import { AMQP_NAMES, CHASSIS_CONFIG, CHASSIS_OPTIONS, MONGO, REDIS } from './tokens.js';

/** Loads the part of the environment that `options` need. */
export const loadChassisConfig = ({ mongo, redis }: ChassisOptions): ChassisConfig =>
  defineConfig(
    z.object({ ...baseEnv, ...(mongo ? mongoEnv : {}), ...(redis ? redisEnv : {}) }),
  )() as ChassisConfig;

const basics = ({ service }: ChassisOptions): Provider[] => [
  {
    provide: AppLogger,
    inject: [CHASSIS_CONFIG],
    useFactory: ({ LOG_LEVEL }: ChassisConfig) => new AppLogger(service, LOG_LEVEL),
  },
  { provide: Metrics, useFactory: () => new Metrics(service) },
  {
    provide: Health,
    inject: [AppLogger, Metrics],
    useFactory: (logger: AppLogger, metrics: Metrics) => {
      const health = new Health(logger);
      metrics.observeDependencies(() => health.dependencies());
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
      const server = new HealthServer({ health, metrics, logger });
      await server.listen(HEALTH_HOST, HEALTH_PORT);
      return server;
    },
  },
];

const databases = ({ migrations = [] }: ChassisOptions): Provider[] => [
  {
    // Models are made of it by `MongooseModule.forFeature`.
    provide: getConnectionToken(),
    inject: [CHASSIS_CONFIG, AppLogger, Health, HealthServer],
    useFactory: async (
      { MONGODB_URI, MONGODB_DB }: ChassisConfig,
      logger: AppLogger,
      health: Health,
    ) => {
      if (MONGODB_URI === undefined || MONGODB_DB === undefined) return undefined;
      const opening = openMongo(MONGODB_URI, MONGODB_DB, logger).then(async (connection) => {
        await runMigrations(connection, migrations, logger);
        return connection;
      });
      // Not ready before the first connection either.
      health.register('mongodb', async () => pingMongo(await opening));
      return opening;
    },
  },
  { provide: MONGO, useExisting: getConnectionToken() },
  {
    provide: REDIS,
    inject: [CHASSIS_CONFIG, AppLogger, Health],
    useFactory: (
      { REDIS_URL, REDIS_PREFIX }: ChassisConfig,
      logger: AppLogger,
      health: Health,
    ): Redis | undefined => {
      if (REDIS_URL === undefined) return undefined;
      const redis = openRedis(REDIS_URL, REDIS_PREFIX ?? '', logger);
      health.register('redis', () => pingRedis(redis));
      return redis;
    },
  },
];

const messaging = ({ service }: ChassisOptions): Provider[] => [
  {
    provide: AMQP_NAMES,
    inject: [CHASSIS_CONFIG],
    useFactory: ({ MESSAGE_NAMESPACE }: ChassisConfig) => amqpNames(MESSAGE_NAMESPACE),
  },
  {
    provide: AmqpLink,
    inject: [CHASSIS_CONFIG, AppLogger, Health],
    useFactory: async ({ RABBITMQ_URL }: ChassisConfig, logger: AppLogger, health: Health) => {
      const link = new AmqpLink(RABBITMQ_URL, logger, service);
      health.register('rabbitmq', () => {
        if (!link.isUsable) throw new Error('not usable');
      });
      await link.start();
      return link;
    },
  },
  {
    provide: ServiceTokens,
    inject: [CHASSIS_CONFIG],
    useFactory: ({ SERVICE_TOKEN_SECRET }: ChassisConfig) =>
      new ServiceTokens(SERVICE_TOKEN_SECRET),
  },
  {
    provide: RpcClient,
    inject: [AmqpLink, AMQP_NAMES, ServiceTokens, Metrics, AppLogger],
    useFactory: async (
      link: AmqpLink,
      names: AmqpNames,
      tokens: ServiceTokens,
      metrics: Metrics,
      logger: AppLogger,
    ) => {
      const client = new RpcClient({ link, names, tokens, metrics, logger });
      await link.use(client);
      return client;
    },
  },
  {
    provide: RpcServer,
    inject: [AmqpLink, AMQP_NAMES, ServiceTokens, Metrics, AppLogger],
    useFactory: (
      link: AmqpLink,
      names: AmqpNames,
      tokens: ServiceTokens,
      metrics: Metrics,
      logger: AppLogger,
    ) => new RpcServer({ service, link, names, tokens, metrics, logger }),
  },
  {
    provide: MessageServer,
    inject: [RpcServer, EventConsumer],
    useFactory: (rpc: RpcServer, events: EventConsumer) => new MessageServer(rpc, events),
  },
];

const eventing = ({ service, outboxCollections = [] }: ChassisOptions): Provider[] => [
  {
    provide: EventPublisher,
    inject: [AmqpLink, AMQP_NAMES, Metrics],
    useFactory: async (link: AmqpLink, names: AmqpNames, metrics: Metrics) => {
      const publisher = new EventPublisher({ link, names, metrics });
      if (outboxCollections.length > 0) await link.use(publisher);
      return publisher;
    },
  },
  {
    provide: EventConsumer,
    inject: [AmqpLink, AMQP_NAMES, Metrics, AppLogger, MONGO],
    useFactory: (
      link: AmqpLink,
      names: AmqpNames,
      metrics: Metrics,
      logger: AppLogger,
      mongo: Connection | undefined,
    ) => {
      const inbox = mongo && new Inbox(mongo);
      return new EventConsumer({ service, link, names, metrics, logger, inbox });
    },
  },
  {
    provide: OutboxRelay,
    inject: [MONGO, EventPublisher, Metrics, AppLogger],
    useFactory: (
      mongo: Connection | undefined,
      publisher: EventPublisher,
      metrics: Metrics,
      logger: AppLogger,
    ) => {
      if (outboxCollections.length === 0) return undefined;
      if (!mongo) throw new Error('outboxCollections need mongo: true');
      const relay = new OutboxRelay({ mongo, collections: outboxCollections, publisher, logger });
      metrics.observeBacklog(() => relay.backlog());
      relay.start();
      return relay;
    },
  },
  {
    provide: Heartbeat,
    inject: [AmqpLink, AMQP_NAMES, Health, AppLogger],
    useFactory: async (link: AmqpLink, names: AmqpNames, health: Health, logger: AppLogger) => {
      const heartbeat = new Heartbeat({ service, link, names, health, logger });
      await heartbeat.start();
      return heartbeat;
    },
  },
  {
    provide: Outbox,
    inject: [OutboxRelay],
    useFactory: (relay: OutboxRelay | undefined) => new Outbox(relay),
  },
];

/** All providers of the chassis. */
export const chassisProviders = (options: ChassisOptions): Provider[] => [
  { provide: CHASSIS_OPTIONS, useValue: options },
  { provide: CHASSIS_CONFIG, useFactory: () => loadChassisConfig(options) },
  ...basics(options),
  ...databases(options),
  ...messaging(options),
  ...eventing(options),
];
