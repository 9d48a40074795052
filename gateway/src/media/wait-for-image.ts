import type { CallContext, RpcClient } from '@ctdb/chassis';
import {
  waitForUpload,
  DomainError,
  finishUpload,
  type Image,
  type RequestInput,
} from '@ctdb/contracts';

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
export const waitForImage = async (
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
