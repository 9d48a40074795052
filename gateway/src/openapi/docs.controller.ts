import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { DomainError, routes } from '@ctdb/contracts';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { contentType } from 'mime-types';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { HttpReply } from '../http/http-reply.js';
import { type Inputs, Route } from '../http/route.js';
import { DOCS_PATH } from '../server/paths.js';
import policies from '../server/security-policies.json' with { type: 'json' };
import { openApiDocument } from './document.js';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="icon" href="${DOCS_PATH}/favicon-32x32.png">
<link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
<script src="${DOCS_PATH}/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: false,
  validatorUrl: null,
});
`;

/** Swagger UI sets styles as attributes and draws its symbols from data addresses. */
const policy = policies.docs.join('; ');

const packaged = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const folder = (): string =>
  dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const send = (reply: FastifyReply, name: string, body: Buffer | string) =>
  void reply
    .headers({ 'content-type': contentType(extname(name)) || '', 'cache-control': 'no-cache' })
    .header('content-security-policy', policy)
    .send(body);

/** Serves the description of the API: as a document, and for people, from our own address alone. */
@Controller()
export class DocsController {
  private readonly document: Buffer;

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig) {
    this.document = Buffer.from(JSON.stringify(openApiDocument(config.PRODUCT_NAME_EN)));
  }

  @Route(routes.getApiDescription)
  getApiDescription(_input: Inputs['getApiDescription']) {
    return HttpReply.raw(this.document, { 'content-type': 'application/json; charset=utf-8' });
  }

  @Get(DOCS_PATH)
  page(@Res() reply: FastifyReply): void {
    send(reply, 'index.html', page);
  }

  @Get(`${DOCS_PATH}/:file`)
  async file(@Param('file') name: string, @Res() reply: FastifyReply): Promise<void> {
    if (name === 'start.js') return send(reply, name, start);
    if (!packaged.includes(name)) throw new DomainError('NOT_FOUND', { kind: 'route' });
    // Read each time: few people ever ask for it.
    send(reply, name, await readFile(join(folder(), name)));
  }
}
