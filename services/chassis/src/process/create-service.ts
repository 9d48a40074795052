import type { INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { BusServer } from '../bus/bus-server.js';
import { RpcErrorsFilter } from '../context/error-mapping.js';
import { AppLogger } from '../logging/app-logger.js';

/** Creates a Nest microservice of `module` (which imports `ChassisModule`) on our transport. */
export const createService = async (module: Type): Promise<INestMicroservice> => {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    inject: [BusServer],
    useFactory: (strategy: BusServer) => ({ strategy }),
    // The module's own logger does not exist yet. The caller logs a failure.
    logger: false,
    abortOnError: false,
  });
  app.useLogger(app.get(AppLogger));
  app.useGlobalFilters(new RpcErrorsFilter());
  return app;
};
