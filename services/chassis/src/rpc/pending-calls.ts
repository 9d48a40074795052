import { unavailable } from './error-mapping.js';

interface Pending {
  resolve: (body: Buffer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** Calls that wait for their answers. */
export class PendingCalls {
  private readonly calls = new Map<string, Pending>();

  /** Resolves with the answer's body; rejects with SERVICE_UNAVAILABLE after `milliseconds`. */
  wait(id: string, milliseconds: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail(id), milliseconds);
      this.calls.set(id, { resolve, reject, timer });
    });
  }

  /** An answer came; one that nobody waits for any more is ignored. */
  answer(id: string, body: Buffer): void {
    this.take(id)?.resolve(body);
  }

  /** No answer will come. */
  fail(id: string): void {
    this.take(id)?.reject(unavailable());
  }

  /** No answer will come to any call. */
  failAll(): void {
    for (const id of [...this.calls.keys()]) this.fail(id);
  }

  private take(id: string): Pending | undefined {
    const call = this.calls.get(id);
    if (!call) return undefined;
    clearTimeout(call.timer);
    this.calls.delete(id);
    return call;
  }
}
