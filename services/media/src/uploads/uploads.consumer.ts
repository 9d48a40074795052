import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  abortUpload,
  waitForUpload,
  beginUpload,
  finishUpload,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { UploadsService } from './uploads.service.js';

/** Answers the messages about uploads. */
@Controller()
export class UploadsConsumer {
  constructor(private readonly uploads: UploadsService) {}

  @Handles(beginUpload)
  begin(request: RequestOf<typeof beginUpload>, context: MessageContext) {
    return this.uploads.begin(request, context);
  }

  @Handles(finishUpload)
  finish(request: RequestOf<typeof finishUpload>, context: MessageContext) {
    return this.uploads.finish(request, context);
  }

  @Handles(waitForUpload)
  wait({ uploadId }: RequestOf<typeof waitForUpload>, { deadline }: MessageContext) {
    return this.uploads.wait(uploadId, deadline);
  }

  @Handles(abortUpload)
  abort({ uploadId }: RequestOf<typeof abortUpload>) {
    return this.uploads.abort(uploadId);
  }
}
