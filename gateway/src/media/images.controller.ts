import { type CallContext, RpcClient, serviceUnavailable } from '@ctdb/chassis';
import {
  abortUpload,
  beginUpload,
  DomainError,
  type Image,
  type RequestInput,
  routes,
  toFieldErrors,
  uploadFields,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { created } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { putObject } from './object-storage-client.js';
import type { SpooledFile } from './spooled-file.js';
import { readUploadForm } from './upload-form.js';
import { waitForImage } from './wait-for-image.js';

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
