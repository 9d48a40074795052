import {
  commandFingerprint,
  diffFields,
  idempotencyRecord,
  newRecord,
  newRecordId,
  outboxEntry,
  requireVersion,
  toObjectId,
  type MessageContext,
  type OutboxEntry,
} from '@ctdb/chassis';
import {
  createDisease,
  deleteDisease,
  type Disease,
  type DiseaseBody,
  diseaseEvents,
  diseaseFieldNames,
  type DiseaseInput,
  type DiseaseState,
  DomainError,
  removeSamples,
  type Requests,
  updateDisease,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import {
  toCodeText,
  toDisease,
  type DiseaseRecord,
  type DiseaseSource,
} from '../records/disease.record.js';
import { DiseasesRepository } from './diseases.repository.js';
import { RegistryProjection } from './projection/registry-projection.js';

const notFound = () => new DomainError('NOT_FOUND', { kind: 'disease' });

type EventSource = Pick<DiseaseSource, keyof DiseaseInput | '_id' | 'version'>;

/** The fields for the audit trail, which shows codes as texts. */
const toAuditFields = (source: EventSource) => ({
  ...source,
  codes: source.codes?.map(toCodeText) ?? [],
});

/** An event of a disease; `after.version` is the one after the change. */
const diseaseEvent = (
  kind: 'created' | 'updated' | 'deleted' | 'restored',
  after: EventSource,
  before?: EventSource,
): OutboxEntry =>
  outboxEntry(diseaseEvents[kind], {
    diseaseId: after._id.toHexString(),
    nameEn: after.nameEn,
    nameKn: after.nameKn,
    version: after.version,
    changes: diffFields(diseaseFieldNames, before && toAuditFields(before), toAuditFields(after)),
  });

/** The rules of diseases. */
@Injectable()
export class DiseasesService {
  constructor(
    private readonly diseases: DiseasesRepository,
    private readonly registry: RegistryProjection,
  ) {}

  async get(id: string): Promise<Disease> {
    const disease = await this.registry.get(id);
    if (!disease) throw notFound();
    return disease;
  }

  /** A record whose purge has started counts as deleted until it is removed. */
  async state(id: string): Promise<DiseaseState> {
    const record = await this.diseases.findById(toObjectId(id));
    if (!record) return 'gone';
    return record.deletedAt ? 'deleted' : 'live';
  }

  async create(input: DiseaseBody, context: MessageContext): Promise<Disease> {
    const now = new Date();
    const id = newRecordId(context, 'diseases');
    const fields = { ...input, alsoKnownAs: input.alsoKnownAs ?? '' };
    const event = diseaseEvent('created', { ...fields, _id: id, version: 1 });
    const key = idempotencyRecord(context, { command: createDisease.name, ...input }, now);
    const record = await this.diseases.insertOnce({
      ...newRecord(id, now, event, key),
      ...fields,
      updatedAt: now,
      changedAt: now,
    });
    await this.registry.publish({ diseases: [record._id] });
    return toDisease(record);
  }

  async update(request: Requests['updateDisease'], context: MessageContext): Promise<Disease> {
    const { id, ifMatch, alsoKnownAs, ...input } = request;
    const command = commandFingerprint(context, updateDisease.name, request);
    const other = alsoKnownAs === undefined ? {} : { alsoKnownAs };
    const set = { ...input, ...other, isSample: false, updatedAt: new Date() };
    return toDisease(await this.change('updated', { id, ifMatch }, command, set));
  }

  async delete(request: Requests['deleteDisease'], context: MessageContext): Promise<void> {
    const command = commandFingerprint(context, deleteDisease.name, request);
    await this.change('deleted', request, command, { deletedAt: new Date() });
  }

  /** Deletes a disease unless a person has edited it. */
  async deleteSample(id: string, context: MessageContext): Promise<void> {
    const command = commandFingerprint(context, removeSamples.name, { id });
    await this.change('deleted', { id, samplesOnly: true }, command, { deletedAt: new Date() });
  }

  /** Takes a disease deleted after `since` out of the trash; one that is not there changes nothing. */
  async restore(id: string, since: Date, command: string): Promise<void> {
    const { _id } = await this.diseases.change(toObjectId(id), command, (before) => {
      if (!before || before.purgedAt || (before.deletedAt && before.deletedAt <= since))
        throw new DomainError('NOT_FOUND', { kind: 'trashEntry' });
      if (!before.deletedAt) return null;
      const after = { ...before, version: before.version + 1 };
      const set = { deletedAt: null, changedAt: new Date() };
      return { set, event: diseaseEvent('restored', after, before) };
    });
    await this.registry.publish({ diseases: [_id] });
  }

  private async change(
    kind: 'updated' | 'deleted',
    target: { id: string; ifMatch?: number | undefined; samplesOnly?: true },
    command: string,
    set: Partial<DiseaseRecord>,
  ): Promise<DiseaseRecord> {
    const { id, ifMatch, samplesOnly } = target;
    const changed = await this.diseases.change(toObjectId(id), command, (before) => {
      if (!before || before.deletedAt || (samplesOnly && !before.isSample)) throw notFound();
      requireVersion(before, ifMatch, toDisease);
      const after = { ...before, ...set, version: before.version + 1 };
      return { set: { ...set, changedAt: new Date() }, event: diseaseEvent(kind, after, before) };
    });
    // Acknowledged only after the registry has the change; a repeated command publishes it again.
    await this.registry.publish({ diseases: [changed._id] });
    return changed;
  }
}
