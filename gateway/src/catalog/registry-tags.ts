import { backgroundContext, coalesceCalls, RpcClient } from '@ctdb/chassis';
import { getRegistryTags, type RegistryTags } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';

const CALL_TIMEOUT_MS = 1_000;

/** Knows which answers of the catalog are current: one small call serves all that ask at the same time. */
@Injectable()
export class RegistryTagsReader {
  /** The tags that were read last. Whatever is read from now on is at least as new. */
  last: Partial<RegistryTags> = {};

  /** The tags of what is stored now. There are none while the catalog does not answer. */
  readonly read = coalesceCalls(async (): Promise<Partial<RegistryTags>> => {
    const context = { ...backgroundContext(), deadlineMs: CALL_TIMEOUT_MS };
    try {
      this.last = await this.rpc.call(getRegistryTags, {}, context);
    } catch {
      this.last = {};
    }
    return this.last;
  });

  constructor(private readonly rpc: RpcClient) {}
}
