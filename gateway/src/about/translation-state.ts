import { RpcClient, type CallContext } from '@ctdb/chassis';
import { getTranslationState, type PublicConfig } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';

type State = PublicConfig['translation'];

const unknown: State = { configured: null, engine: null };
const KNOWN_MS = 60_000;
const UNKNOWN_MS = 5_000;
const PATIENCE_MS = 1_000;

/** Whether translation is set up, as the catalog last said. */
@Injectable()
export class TranslationState {
  private state: State | undefined;
  private freshUntil = 0;
  private asking: Promise<State> | undefined;

  constructor(private readonly rpc: RpcClient) {}

  /** Old news at once, while newer are fetched; only the first asker waits, a second at most. */
  async get(context: CallContext): Promise<State> {
    if (this.state && Date.now() < this.freshUntil) return this.state;
    const asked = (this.asking ??= this.ask(context));
    return this.state ?? (await asked);
  }

  private async ask(context: CallContext): Promise<State> {
    const known = await this.rpc
      .call(getTranslationState, {}, { ...context, deadlineMs: PATIENCE_MS })
      .catch(() => undefined);
    this.state = known ?? unknown;
    this.freshUntil = Date.now() + (known ? KNOWN_MS : UNKNOWN_MS);
    this.asking = undefined;
    return this.state;
  }
}
