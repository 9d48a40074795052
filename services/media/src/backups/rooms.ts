/** Bytes on their way between memory and disk at once: each such step costs a thread's attention. */
const BLOCK = 1024 * 1024;

/** Memory that is used again instead of becoming garbage; there is as much of it as was used at once. */
export class Rooms {
  private readonly free: Buffer[] = [];

  /** Does work that has a block of memory for itself, whose content is whatever was there before. */
  async use<T>(work: (room: Buffer) => Promise<T>): Promise<T> {
    const room = this.free.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
    try {
      return await work(room);
    } finally {
      this.free.push(room);
    }
  }
}
