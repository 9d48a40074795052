import type { MessageContract } from '@ctdb/contracts';
import { isObservable, lastValueFrom } from 'rxjs';

/** How Nest hands over a controller's method: its result may be a value, promise or observable. */
export type NestHandler = (data: unknown, context: unknown) => unknown;

/** A message and the method that answers it. */
export interface RpcHandler {
  readonly contract: MessageContract;
  readonly run: NestHandler;
}

/** Calls a method that Nest wrapped, and waits for its result; rejects with what it threw. */
export const runHandler = async (
  run: NestHandler,
  data: unknown,
  context: unknown,
): Promise<unknown> => {
  const result = await run(data, context);
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
};
