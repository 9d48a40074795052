import type { INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { AppLogger } from '../logging/app-logger.js';
import { MessageServer } from '../rpc/message-server.js';
import { RpcErrorsFilter } from './rpc-errors.filter.js';

/**
 * Creates a Nest microservice of `module` (which imports `ChassisModule`) on our transport.
 * `logger` takes what Nest says while the module's own logger does not exist yet.
 */
export const createService = async (
  module: Type,
  logger: AppLogger,
): Promise<INestMicroservice> => {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    inject: [MessageServer],
    useFactory: (strategy: MessageServer) => ({ strategy }),
    logger,
    abortOnError: false,
  });
  app.useLogger(app.get(AppLogger));
  app.useGlobalFilters(new RpcErrorsFilter());
  return app;
};
