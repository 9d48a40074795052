import type { Collection, Connection } from 'mongoose';

const COLLECTION = 'inbox';
/** Longer than any event can be on its way; seconds. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;
const DUPLICATE_KEY = 11_000;

interface Mark {
  /** Id of the event. */
  _id: string;
  name: string;
  at: Date;
}

/**
 * Remembers the events that were handled. The mark is written after the handler's effect: a crash
 * between the two has the event handled again, never lost.
 */
export class Inbox {
  constructor(private readonly mongo: Connection) {}

  /** Makes the index by which old marks disappear. */
  async prepare(): Promise<void> {
    await this.marks.createIndex({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  }

  /** Whether the event `id` was handled before. */
  async has(id: string): Promise<boolean> {
    return (await this.marks.findOne({ _id: id }, { projection: { _id: 1 } })) !== null;
  }

  /** Remembers the event. */
  async mark(id: string, name: string): Promise<void> {
    try {
      await this.marks.insertOne({ _id: id, name, at: new Date() });
    } catch (error) {
      // Somebody else handled it meanwhile.
      if ((error as { code?: unknown }).code !== DUPLICATE_KEY) throw error;
    }
  }

  private get marks(): Collection<Mark> {
    return this.mongo.collection<Mark>(COLLECTION);
  }
}
