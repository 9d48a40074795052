import { routes } from '@ctdb/contracts';
import { Controller, Inject } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Answer } from '../http/answer.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { openApiDocument } from './document.js';

/** The description of the API, for programs. */
@Controller()
export class OpenApiController {
  private readonly document: Buffer;

  constructor(@Inject(GATEWAY_CONFIG) { PRODUCT_NAME_EN }: GatewayConfig) {
    this.document = Buffer.from(JSON.stringify(openApiDocument(PRODUCT_NAME_EN)));
  }

  @Route(routes.getApiDescription)
  get(_input: InputOf<typeof routes.getApiDescription>): Answer<{ openapi: string }> {
    return Answer.ready(this.document, { 'content-type': 'application/json; charset=utf-8' });
  }
}
