import { type CallContext, RpcClient, serviceUnavailable } from '@ctdb/chassis';
import {
  DomainError,
  imageFilename,
  type ImageHealth,
  type Locale,
  messages,
  type PartOf,
  type ReplyOf,
  type RequestInput,
  routes,
  toFieldErrors,
  uploadFields,
} from '@ctdb/contracts';
import { formatText, texts } from '@ctdb/contracts/texts';
import { Controller } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { created, HttpReply, matchesEtag } from '../http/http-reply.js';
import { type Inputs, Route } from '../http/route.js';
import { getObject, putObject } from './object-storage-client.js';
import { readUploadForm, type SpooledFile } from './upload-form.js';

/** How long an image may wait for its turn; milliseconds. */
const WAIT_LIMIT_MS = 120_000;
/** Longest first wait: it takes one of the turns that media has for commands. Milliseconds. */
const FIRST_CALL_TIMEOUT_MS = 2_000;
/** Nothing that an image might hide can run, be framed or load anything. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

type Fields = RequestInput<typeof messages.beginUpload>;

const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';

/** Smaller sizes may have another format than the name says. */
const toDownloadName = (filename: string, contentType: string): string =>
  filename.replace(/\w+$/, contentType.slice('image/'.length));

const toFile = (name: string, { size = 'master' }: PartOf<typeof routes.getUpload, 'query'>) => {
  const filename = imageFilename.safeParse(name);
  if (!filename.success) throw new DomainError('NOT_FOUND', { kind: 'image' });
  return { filename: filename.data, size };
};

/** The state or the result of a check of all images, in one sentence. */
const toMessage = (health: ImageHealth, locale: Locale): string => {
  const { status, checked, repaired, unrepairable } = health;
  const { imageCheck } = texts[locale].gateway;
  const message = formatText(imageCheck[status], { checked, repaired });
  const count = unrepairable.length;
  return status !== 'completed' || count === 0
    ? message
    : `${message} ${formatText(imageCheck.unrepairable, { count })}`;
};

/**
 * Images of treatments, as protected as the data, but for drawn ones of the free sample: they are photographs of patients. Their bytes go through no
 * queue.
 */
@Controller()
export class ImagesController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.uploadImage)
  async upload({ request, context }: Inputs['uploadImage']) {
    const { fields, file } = await readUploadForm(request);
    try {
      const parsed = uploadFields.safeParse(fields, { reportInput: true });
      if (!parsed.success)
        throw new DomainError('VALIDATION_FAILED', { faults: toFieldErrors(parsed.error) });
      if (!file || file.bytes === 0) throw new DomainError('FILE_REQUIRED');
      const image = await this.uploadFile(file, parsed.data, context, request);
      return created(image, `/uploads/${image.filename}`);
    } finally {
      await file?.close();
    }
  }

  @Route(routes.getUpload)
  async get({ params, query, context, request }: Inputs['getUpload']) {
    const file = toFile(params.filename, query);
    const found = await this.rpc.call(messages.getImageUrl, file, context);
    return this.send(file.filename, found, request);
  }

  /** Open to all: the catalog names only drawn images of the free sample. */
  @Route(routes.getFreeSampleImage)
  async getOfFreeSample({ params, query, context, request }: Inputs['getFreeSampleImage']) {
    const file = toFile(params.filename, query);
    const asked = { id: params.id, ...file };
    const found = await this.rpc.call(messages.getFreeSampleImage, asked, context);
    return this.send(file.filename, found, request);
  }

  private async send(
    filename: string,
    { etag, contentType, size, getUrl }: ReplyOf<typeof messages.getImageUrl>,
    { headers, method }: FastifyRequest,
  ): Promise<HttpReply<never>> {
    const common = {
      etag,
      'cache-control': 'private, no-cache',
      'content-security-policy': POLICY,
      'accept-ranges': 'bytes',
    };
    if (matchesEtag(headers['if-none-match'], etag)) return HttpReply.notModified(common);
    const described = {
      ...common,
      'content-type': contentType,
      'content-disposition': `inline; filename="${toDownloadName(filename, contentType)}"`,
    };
    if (method === 'HEAD') return HttpReply.empty({ ...described, 'content-length': String(size) });
    const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
    const asRange = { range: isCurrent ? headers.range : undefined, size };
    const { body, bytes, range } = await getObject(getUrl, asRange);
    const sized = { ...described, 'content-length': bytes };
    return range === undefined
      ? HttpReply.raw(body, sized)
      : HttpReply.raw(body, { ...sized, 'content-range': range }, 206);
  }

  @Route(routes.fixImages)
  async fix({ context }: Inputs['fixImages']) {
    const health = await this.rpc.call(routes.fixImages, {}, context);
    const message = toMessage(health, context.locale);
    const body = { ...health, message, ...(health.status === 'failed' ? { error: message } : {}) };
    return health.status === 'running' ? new HttpReply(body, {}, 202) : body;
  }

  private async uploadFile(
    file: SpooledFile,
    fields: Fields,
    context: CallContext,
    request: FastifyRequest,
  ) {
    assertClientConnected(request);
    const { uploadId, putUrl } = await this.rpc.call(messages.beginUpload, fields, context);
    try {
      await putObject(putUrl, () => file.read(), file.bytes);
      assertClientConnected(request);
    } catch (error) {
      // Else it is swept away, later.
      await this.rpc.call(messages.abortUpload, { uploadId }, context).catch(() => undefined);
      throw error;
    }
    return this.waitForImage({ uploadId, bytes: file.bytes }, context, request);
  }

  /**
   * The image of an upload whose bytes are in storage, when it is ready. Both messages may be repeated, so
   * a queue of many uploads, or a worker that has just been replaced, costs time and no upload. Ends
   * with what media says last when the client has disconnected, or after two minutes.
   */
  private async waitForImage(
    upload: RequestInput<typeof messages.finishUpload>,
    context: CallContext,
    request: FastifyRequest,
  ) {
    const { uploadId } = upload;
    const end = performance.now() + WAIT_LIMIT_MS;
    const first = { ...context, deadlineMs: FIRST_CALL_TIMEOUT_MS };
    const finish = () => this.rpc.call(messages.finishUpload, upload, first);
    const wait = () => this.rpc.call(messages.waitForUpload, { uploadId }, context);
    for (;;) {
      for (const step of [finish, wait]) {
        try {
          return await step();
        } catch (error) {
          if (!isUnavailable(error) || !isConnected(request) || performance.now() > end)
            throw error;
        }
      }
    }
  }
}

const isConnected = ({ raw }: FastifyRequest): boolean => !raw.socket.destroyed;

/** A client that disconnects cancels its upload, so that a repeated upload does not create a second image. */
const assertClientConnected = (request: FastifyRequest): void => {
  if (!isConnected(request)) throw serviceUnavailable();
};
