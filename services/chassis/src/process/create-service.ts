import type { INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { AppLogger } from '../logging/app-logger.js';
import { MessageServer } from '../rpc/message-server.js';
import { RpcErrorsFilter } from './rpc-errors.filter.js';

/** Creates a Nest microservice of `module` (which imports `ChassisModule`) on our transport. */
export const createService = async (module: Type): Promise<INestMicroservice> => {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    inject: [MessageServer],
    useFactory: (strategy: MessageServer) => ({ strategy }),
    // The module's own logger does not exist yet; a failure is the caller's to tell.
    logger: false,
    abortOnError: false,
  });
  app.useLogger(app.get(AppLogger));
  app.useGlobalFilters(new RpcErrorsFilter());
  return app;
};
