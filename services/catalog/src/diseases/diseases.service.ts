import type { MessageContext } from '@ctdb/chassis';
import {
  createDisease,
  deleteDisease,
  DomainError,
  updateDisease,
  type Disease,
  type DiseaseInput,
  type DiseaseState,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { RegistryProjection } from '../projection/registry-projection.js';
import { commandMark, newRecordId } from '../store/command-mark.js';
import { idempotencyMark } from '../store/idempotency.js';
import { toObjectId } from '../store/ids.js';
import { newRecord } from '../store/record.js';
import { untilWon } from '../store/until-won.js';
import { DiseaseEvents } from './disease-events.js';
import { toDisease } from './diseases.mapper.js';
import { DiseasesRepository } from './diseases.repository.js';
import type { DiseaseRecord } from './diseases.schema.js';

const notFound = () => new DomainError('NOT_FOUND', { kind: 'disease' });

/** One change of a disease: what it sets, and what it is called. */
interface Change {
  id: string;
  ifMatch?: number | undefined;
  command: string;
  fact: 'updated' | 'deleted';
  set: Partial<DiseaseRecord>;
}

/** The rules of diseases. */
@Injectable()
export class DiseasesService {
  constructor(
    private readonly diseases: DiseasesRepository,
    private readonly events: DiseaseEvents,
    private readonly registry: RegistryProjection,
  ) {}

  async get(id: string): Promise<Disease> {
    const record = await this.diseases.live(toObjectId(id));
    if (!record) throw notFound();
    return toDisease(record);
  }

  /** A record whose purge has begun counts as deleted until it is gone. */
  async state(id: string): Promise<DiseaseState> {
    const record = await this.diseases.byId(toObjectId(id));
    if (!record) return 'gone';
    return record.deletedAt ? 'deleted' : 'live';
  }

  async create(input: DiseaseInput, context: MessageContext): Promise<Disease> {
    const now = new Date();
    const id = newRecordId(context, 'diseases');
    const fields = { ...input, _id: id, version: 1 };
    const record = await this.diseases.insertOnce({
      ...newRecord(
        id,
        this.events.fact('created', fields),
        idempotencyMark(context, { command: createDisease.name, ...input }, now),
        now,
      ),
      ...input,
      updatedAt: now,
      changedAt: now,
    });
    await this.publish(record._id);
    return toDisease(record);
  }

  async update(
    request: RequestOf<typeof updateDisease>,
    context: MessageContext,
  ): Promise<Disease> {
    const { id, ifMatch, ...input } = request;
    const command = commandMark(context, updateDisease.name, request);
    const set = { ...input, updatedAt: new Date() };
    return toDisease(await this.change({ id, ifMatch, command, fact: 'updated', set }));
  }

  async delete(request: RequestOf<typeof deleteDisease>, context: MessageContext): Promise<void> {
    const { id, ifMatch } = request;
    const command = commandMark(context, deleteDisease.name, request);
    await this.change({ id, ifMatch, command, fact: 'deleted', set: { deletedAt: new Date() } });
  }

  /** Takes a disease deleted after `since` out of the trash; one that is not there changes nothing. */
  async restore(id: string, since: Date, command: string): Promise<void> {
    await untilWon(async () => {
      const before = await this.diseases.byId(toObjectId(id));
      if (!before || before.purgedAt || (before.deletedAt && before.deletedAt <= since))
        throw new DomainError('NOT_FOUND', { kind: 'trashEntry' });
      if (!before.deletedAt) return before;
      const entry = this.events.fact('restored', { ...before, version: before.version + 1 });
      const set = { deletedAt: null, changedAt: new Date() };
      return this.diseases.change(before._id, before, set, { command, entry });
    });
    await this.publish(toObjectId(id));
  }

  private async change({ id, ifMatch, command, fact, set }: Change): Promise<DiseaseRecord> {
    const changed = await untilWon(async () => {
      const before = await this.diseases.byId(toObjectId(id));
      if (before?.recentCommands.includes(command)) return before;
      if (!before || before.deletedAt) throw notFound();
      if (ifMatch !== undefined && ifMatch !== before.version)
        throw new DomainError('VERSION_CONFLICT', { current: toDisease(before) });
      const after = { ...before, ...set, version: before.version + 1 };
      return this.diseases.change(
        before._id,
        before,
        { ...set, changedAt: new Date() },
        { command, entry: this.events.fact(fact, after, before) },
      );
    });
    await this.publish(changed._id);
    return changed;
  }

  // Only what the registry has been told of may be acknowledged; a repeated command tells it again.
  private async publish(id: Types.ObjectId): Promise<void> {
    await this.registry.publish([id]);
    this.events.announce();
  }
}
