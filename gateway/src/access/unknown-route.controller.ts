import { All, Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { noHandler, pathOf, reservedPatterns } from '../edge/paths.js';

/** Answers calls of unknown routes, so that they count against the rate limit. */
@Controller()
export class UnknownRouteController {
  @All([...reservedPatterns])
  answer(@Req() request: FastifyRequest): never {
    throw noHandler(request.method, pathOf(request.url));
  }
}
