import { RpcClient } from '@ctdb/chassis';
import { DomainError, imageFilename, locateImage, routes } from '@ctdb/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { InputOf } from '../http/input.js';
import { isKnown } from '../http/preconditions.js';
import { Route } from '../http/route.decorator.js';
import { rangeOf } from './byte-range.js';
import { getObject } from './storage-link.js';

/** Nothing that an image might hide can run, be framed or load anything. */
const POLICY = "default-src 'none'; sandbox";

/** The bytes of images, as protected as the data: they are photographs of patients. */
@Controller()
export class UploadsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.getUpload)
  async get(
    { params, query, context, request }: InputOf<typeof routes.getUpload>,
    @Res() reply: FastifyReply,
  ): Promise<undefined> {
    const filename = imageFilename.safeParse(params.filename);
    if (!filename.success) throw new DomainError('NOT_FOUND', { kind: 'image' });
    const asked = { filename: filename.data, size: query.size ?? ('master' as const) };
    const found = await this.rpc.call(locateImage, asked, context);
    const { headers } = request;
    reply.headers({
      etag: found.etag,
      'cache-control': 'private, no-cache',
      'content-security-policy': POLICY,
      'accept-ranges': 'bytes',
    });
    if (isKnown(headers['if-none-match'], found.etag)) {
      await reply.code(304).send();
      return undefined;
    }
    const isCurrent = headers['if-range'] === undefined || headers['if-range'] === found.etag;
    const range = isCurrent ? rangeOf(headers.range, found.size) : undefined;
    const { first, last } = range ?? { first: 0, last: found.size - 1 };
    reply.type(found.contentType).header('content-length', last - first + 1);
    if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${found.size}`);
    const bytes = await getObject(found.getUrl, range && `bytes=${first}-${last}`);
    await reply.send(bytes);
    return undefined;
  }
}
