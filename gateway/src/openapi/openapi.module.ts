import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller.js';

/** The API described by itself. */
@Module({ controllers: [OpenApiController] })
export class OpenApiModule {}
