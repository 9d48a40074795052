import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  abortUpload,
  waitForUpload,
  beginUpload,
  finishUpload,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { UploadsService } from './uploads.service.js';

/** Answers the messages about uploads. */
@Controller()
export class UploadsConsumer {
  constructor(private readonly uploads: UploadsService) {}

  @Handles(beginUpload)
  begin(
    request: RequestOf<typeof beginUpload>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof beginUpload>> {
    return this.uploads.begin(request, context);
  }

  @Handles(finishUpload)
  finish(
    request: RequestOf<typeof finishUpload>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof finishUpload>> {
    return this.uploads.finish(request, context);
  }

  @Handles(waitForUpload)
  wait(
    { uploadId }: RequestOf<typeof waitForUpload>,
    { deadline }: MessageContext,
  ): Promise<ReplyOf<typeof waitForUpload>> {
    return this.uploads.wait(uploadId, deadline);
  }

  @Handles(abortUpload)
  async abort({ uploadId }: RequestOf<typeof abortUpload>): Promise<ReplyOf<typeof abortUpload>> {
    await this.uploads.abort(uploadId);
    return {};
  }
}
