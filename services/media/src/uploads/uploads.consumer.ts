import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { UploadsService } from './uploads.service.js';

/** Answers the messages about uploads. */
@Controller()
export class UploadsConsumer {
  constructor(private readonly uploads: UploadsService) {}

  @Handles(messages.beginUpload)
  begin(request: Requests['beginUpload'], context: MessageContext) {
    return this.uploads.begin(request, context);
  }

  @Handles(messages.finishUpload)
  finish(request: Requests['finishUpload'], context: MessageContext) {
    return this.uploads.finish(request, context);
  }

  @Handles(messages.waitForUpload)
  wait({ uploadId }: Requests['waitForUpload'], { deadline }: MessageContext) {
    return this.uploads.wait(uploadId, deadline);
  }

  @Handles(messages.abortUpload)
  abort({ uploadId }: Requests['abortUpload']) {
    return this.uploads.abort(uploadId);
  }
}
