import { isDuplicateKey, type MessageContext, type OutboxEntry } from '@ctdb/chassis';
import {
  createTreatment,
  DomainError,
  replaceProtocols,
  updateTreatment,
  type ReplyOf,
  type RequestOf,
  type Treatment,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { commandMark, newRecordId } from '../store/command-mark.js';
import { idempotencyMark } from '../store/idempotency.js';
import { toObjectId } from '../store/ids.js';
import { newRecord } from '../store/record.js';
import { untilWon } from '../store/until-won.js';
import { LiveTreatments } from './live-treatments.js';
import { protocolsFrom } from './protocols.js';
import { describe } from './translation-state.js';
import { TreatmentEvents } from './treatment-events.js';
import { toProtocols, toTreatment } from './treatments.mapper.js';
import { TreatmentsRepository } from './treatments.repository.js';
import type { TreatmentRecord } from './treatments.schema.js';

/** What a change makes of a treatment, and what is told of it. */
interface Outcome {
  set: Partial<TreatmentRecord>;
  entry: OutboxEntry;
}

/** The rules of treatments and their protocols. */
@Injectable()
export class TreatmentsService {
  constructor(
    private readonly treatments: TreatmentsRepository,
    private readonly live: LiveTreatments,
    private readonly events: TreatmentEvents,
  ) {}

  async get(id: string): Promise<Treatment> {
    return toTreatment(await this.live.find(id));
  }

  async create(
    request: RequestOf<typeof createTreatment>,
    context: MessageContext,
  ): Promise<Treatment> {
    const { diseaseId: ofDisease, ...input } = request;
    await this.live.requireDisease(ofDisease);
    const now = new Date();
    const id = newRecordId(context, 'treatments');
    const diseaseId = toObjectId(ofDisease);
    const described = { diseaseId, ...describe(undefined, input, now) };
    const record = {
      ...newRecord(
        id,
        this.events.created({ _id: id, version: 1, ...described }),
        idempotencyMark(context, { command: createTreatment.name, ...request }, now),
        now,
      ),
      ...described,
      protocols: [],
      updatedAt: now,
    };
    const stored = await this.insert(record);
    this.events.announce();
    return toTreatment(stored);
  }

  async update(
    request: RequestOf<typeof updateTreatment>,
    context: MessageContext,
  ): Promise<Treatment> {
    const { id, ifMatch, ...input } = request;
    const command = commandMark(context, updateTreatment.name, request);
    const changed = await this.change(id, ifMatch, command, (before) => {
      const now = new Date();
      const described = describe(before, input, now);
      const after = { ...before, ...described, version: before.version + 1 };
      return { set: { ...described, updatedAt: now }, entry: this.events.updated(before, after) };
    });
    return toTreatment(changed);
  }

  async replaceProtocols(
    request: RequestOf<typeof replaceProtocols>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof replaceProtocols>> {
    const { treatmentId, ifMatch, protocols: input } = request;
    const command = commandMark(context, replaceProtocols.name, request);
    const changed = await this.change(treatmentId, ifMatch, command, (before) => {
      const now = new Date();
      const protocols = protocolsFrom(input, before.protocols, now);
      const after = { ...before, protocols, version: before.version + 1 };
      return {
        set: { protocols, updatedAt: now },
        entry: this.events.protocolsReplaced(before.protocols, after),
      };
    });
    return { protocols: toProtocols(changed), version: changed.version };
  }

  private async insert(record: TreatmentRecord): Promise<TreatmentRecord> {
    try {
      return await this.treatments.insertOnce(record);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const other = await this.treatments.ofDisease(record.diseaseId);
      if (!other) throw error;
      throw new DomainError('TREATMENT_EXISTS', { id: other._id.toHexString() });
    }
  }

  private async change(
    id: string,
    ifMatch: number | undefined,
    command: string,
    decide: (before: TreatmentRecord) => Outcome,
  ): Promise<TreatmentRecord> {
    const changed = await untilWon(async () => {
      const before = await this.live.find(id);
      if (before.recentCommands.includes(command)) return before;
      if (ifMatch !== undefined && ifMatch !== before.version)
        throw new DomainError('VERSION_CONFLICT', {
          current: { ...toTreatment(before), protocols: toProtocols(before) },
        });
      const { set, entry } = decide(before);
      return this.treatments.change(before._id, before, set, { command, entry });
    });
    this.events.announce();
    return changed;
  }
}
