import { RpcClient } from '@ctdb/chassis';
import {
  DomainError,
  getFreeSampleImage,
  getImageUrl,
  imageFilename,
  type PartOf,
  type ReplyOf,
  routes,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { HttpReply } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { matchesEtag } from '../http/preconditions.js';
import { Route } from '../http/route.decorator.js';
import { getObject } from './object-storage-client.js';

/** Nothing that an image might hide can run, be framed or load anything. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Smaller sizes may have another format than the name says. */
const toDownloadName = (filename: string, contentType: string): string =>
  filename.replace(/\w+$/, contentType.slice('image/'.length));

const toFile = (name: string, { size = 'master' }: PartOf<typeof routes.getUpload, 'query'>) => {
  const filename = imageFilename.safeParse(name);
  if (!filename.success) throw new DomainError('NOT_FOUND', { kind: 'image' });
  return { filename: filename.data, size };
};

/** The bytes of images, as protected as the data: they are photographs of patients. */
@Controller()
export class UploadsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.getUpload)
  async get({ params, query, context, request }: InputOf<typeof routes.getUpload>) {
    const file = toFile(params.filename, query);
    return this.send(file.filename, await this.rpc.call(getImageUrl, file, context), request);
  }

  /** Open to all: the catalog names only drawn images of the free sample. */
  @Route(routes.getFreeSampleImage)
  async getOfFreeSample(input: InputOf<typeof routes.getFreeSampleImage>) {
    const { params, query, context, request } = input;
    const file = toFile(params.filename, query);
    const asked = { id: params.id, ...file };
    return this.send(
      file.filename,
      await this.rpc.call(getFreeSampleImage, asked, context),
      request,
    );
  }

  private async send(
    filename: string,
    { etag, contentType, size, getUrl }: ReplyOf<typeof getImageUrl>,
    { headers, method }: FastifyRequest,
  ): Promise<HttpReply<never>> {
    const common = {
      etag,
      'cache-control': 'private, no-cache',
      'content-security-policy': POLICY,
      'accept-ranges': 'bytes',
    };
    if (matchesEtag(headers['if-none-match'], etag)) return HttpReply.notModified(common);
    const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
    const described = {
      ...common,
      'content-type': contentType,
      'content-disposition': `inline; filename="${toDownloadName(filename, contentType)}"`,
    };
    if (method === 'HEAD') return HttpReply.empty({ ...described, 'content-length': String(size) });
    const { body, bytes, range } = await getObject(getUrl, {
      range: isCurrent ? headers.range : undefined,
      size,
    });
    return HttpReply.raw(
      body,
      {
        ...described,
        'content-length': bytes,
        ...(range === undefined ? {} : { 'content-range': range }),
      },
      range === undefined ? 200 : 206,
    );
  }
}
