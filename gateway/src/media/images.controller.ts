import { type CallContext, RpcClient, serviceUnavailable } from '@ctdb/chassis';
import {
  abortUpload,
  beginUpload,
  DomainError,
  finishUpload,
  type Image,
  type RequestInput,
  routes,
  toFieldErrors,
  uploadFields,
  waitForUpload,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { created } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { putObject } from './object-storage-client.js';
import { readUploadForm, type SpooledFile } from './upload-form.js';

/** How long an image may wait for its turn; milliseconds. */
const WAIT_LIMIT_MS = 120_000;
/** Longest first wait: it takes one of the turns that media has for commands. Milliseconds. */
const FIRST_CALL_TIMEOUT_MS = 2_000;

const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';

/**
 * The image of an upload whose bytes are in storage, when it is ready. Both messages may be repeated, so
 * a queue of many uploads, or a worker that has just been replaced, costs time and no upload. Ends
 * with what media says last where `isClientConnected` says no, or after two minutes.
 */
const waitForImage = async (
  rpc: RpcClient,
  upload: RequestInput<typeof finishUpload>,
  context: CallContext,
  isClientConnected: () => boolean,
): Promise<Image> => {
  const { uploadId } = upload;
  const end = performance.now() + WAIT_LIMIT_MS;
  const finish = () =>
    rpc.call(finishUpload, upload, { ...context, deadlineMs: FIRST_CALL_TIMEOUT_MS });
  const wait = () => rpc.call(waitForUpload, { uploadId }, context);
  for (;;) {
    for (const step of [finish, wait]) {
      try {
        return await step();
      } catch (error) {
        if (!isUnavailable(error) || !isClientConnected() || performance.now() > end) throw error;
      }
    }
  }
};

type Fields = RequestInput<typeof beginUpload>;

/** Images of treatments. Their bytes go from here to object storage, and through no queue. */
@Controller()
export class ImagesController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.uploadImage)
  async upload({ request, context }: InputOf<typeof routes.uploadImage>) {
    const { fields, file } = await readUploadForm(request);
    try {
      const parsed = uploadFields.safeParse(fields, { reportInput: true });
      if (!parsed.success)
        throw new DomainError('VALIDATION_FAILED', { faults: toFieldErrors(parsed.error) });
      if (!file || file.bytes === 0) throw new DomainError('FILE_REQUIRED');
      const isClientConnected = () => !request.raw.socket.destroyed;
      const image = await this.uploadFile(file, parsed.data, context, isClientConnected);
      return created(image, `/uploads/${image.filename}`);
    } finally {
      await file?.close();
    }
  }

  private async uploadFile(
    file: SpooledFile,
    fields: Fields,
    context: CallContext,
    isClientConnected: () => boolean,
  ): Promise<Image> {
    assertClientConnected(isClientConnected);
    const { uploadId, putUrl } = await this.rpc.call(beginUpload, fields, context);
    try {
      await putObject(putUrl, () => file.read(), file.bytes);
      assertClientConnected(isClientConnected);
    } catch (error) {
      // Else it is swept away, later.
      await this.rpc.call(abortUpload, { uploadId }, context).catch(() => undefined);
      throw error;
    }
    return waitForImage(this.rpc, { uploadId, bytes: file.bytes }, context, isClientConnected);
  }
}

/** A client that disconnects cancels its upload, so that a repeated upload does not create a second image. */
const assertClientConnected = (isClientConnected: () => boolean): void => {
  if (!isClientConnected()) throw serviceUnavailable();
};
