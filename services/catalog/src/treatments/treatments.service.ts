import {
  commandFingerprint,
  diffFields,
  idempotencyRecord,
  isDuplicateKey,
  newRecord,
  newRecordId,
  outboxEntry,
  requireVersion,
  toContract,
  toObjectId,
  type MessageContext,
  type OutboxEntry,
} from '@ctdb/chassis';
import {
  createTreatment,
  DomainError,
  type FieldChange,
  getDiseaseNames,
  replaceProtocols,
  type Requests,
  reviewTranslation,
  type Subject,
  type Treatment,
  treatmentEvents,
  updateTreatment,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ColorsService } from '../colors/colors.service.js';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import {
  toProtocols,
  toProtocolTexts,
  toTreatment,
  type StoredProtocol,
  type TreatmentRecord,
} from '../records/treatment.record.js';
import { entryRights, viewerClass, visiblePatient } from './entry-rights.js';
import { buildProtocols } from './protocols.js';
import { mergeDescriptions, reviewed, type Descriptions } from './translation-state.js';
import { TreatmentViews } from './treatment-views.js';
import { TreatmentsRepository } from './treatments.repository.js';

/** An event of a treatment; `version` is the one after the change. */
const treatmentEvent = (
  kind: keyof typeof treatmentEvents,
  { _id, diseaseId }: Pick<TreatmentRecord, '_id' | 'diseaseId'>,
  version: number,
  changes: FieldChange[],
): OutboxEntry =>
  outboxEntry(treatmentEvents[kind], {
    treatmentId: _id.toHexString(),
    diseaseId: diseaseId.toHexString(),
    version,
    changes,
  });

const descriptionChanges = (before: Descriptions | undefined, after: Descriptions) =>
  diffFields(['descriptionEn', 'descriptionKn'], before, after);

const protocolTexts = (protocols: readonly StoredProtocol[]) => ({
  protocols: protocols.map((each) =>
    Object.values(toProtocolTexts(each)).filter(Boolean).join(' · '),
  ),
});

/** The rules of treatments and their protocols. */
@Injectable()
export class TreatmentsService {
  constructor(
    private readonly treatments: TreatmentsRepository,
    private readonly views: TreatmentViews,
    private readonly registry: RegistryProjection,
    private readonly colors: ColorsService,
    private readonly diseases: DiseasesRepository,
  ) {}

  async get(id: string): Promise<Treatment> {
    return toTreatment(await this.treatments.getActive(id));
  }

  /** The treatment of a disease with its newest notes and history entries, as the viewer may see it. */
  async getDetail({ diseaseId, knownEtag }: Requests['getTreatmentOfDisease'], viewer: Subject) {
    const { detail, tag } = await this.views.get(diseaseId, viewer);
    const owners = [...detail.notes, ...detail.history].map(({ owner }) => owner);
    const etag = `${tag}.${viewerClass(viewer, owners)}`;
    if (knownEtag === etag) return { notModified: true } as const;
    const notes = detail.notes.map(({ owner, ...entry }) => ({
      ...entry,
      ...entryRights(viewer, owner),
    }));
    const history = detail.history.map(({ owner, ...entry }) => ({
      ...entry,
      ...visiblePatient(viewer, entry, owner),
      ...entryRights(viewer, owner),
    }));
    return { ...detail, notes, history, etag };
  }

  /** The diseases of the given ids and of the given treatments. */
  async names({ diseaseIds, treatmentIds }: Requests['getDiseaseNames']) {
    const treatments = await this.treatments.findByIds(treatmentIds.map(toObjectId));
    const ids = [...diseaseIds.map(toObjectId), ...treatments.map(({ diseaseId }) => diseaseId)];
    const diseases = await this.diseases.findByIds(ids);
    return toContract(getDiseaseNames.reply, { diseases, treatments });
  }

  async create(request: Requests['createTreatment'], context: MessageContext): Promise<Treatment> {
    const diseaseId = toObjectId(request.diseaseId);
    if (!(await this.diseases.isActive(diseaseId)))
      throw new DomainError('NOT_FOUND', { kind: 'disease' });
    const now = new Date();
    const _id = newRecordId(context, 'treatments');
    const descriptions = mergeDescriptions(undefined, request, now);
    const changes = descriptionChanges(undefined, descriptions);
    const event = treatmentEvent('created', { _id, diseaseId }, 1, changes);
    const key = idempotencyRecord(context, { command: createTreatment.name, ...request }, now);
    const stored = await this.insert({
      ...newRecord(_id, now, event, key),
      diseaseId,
      ...descriptions,
      protocols: [],
      updatedAt: now,
    });
    await this.registry.publish({ written: [stored] });
    return toTreatment(stored);
  }

  async update(request: Requests['updateTreatment'], context: MessageContext): Promise<Treatment> {
    const command = commandFingerprint(context, updateTreatment.name, request);
    const changed = await this.change('updated', request, command, (before, now) => {
      const after = mergeDescriptions(before, request, now);
      return { set: { ...after, isSample: false }, changes: descriptionChanges(before, after) };
    });
    return toTreatment(changed);
  }

  async reviewTranslation(request: Requests['reviewTranslation'], context: MessageContext) {
    const command = commandFingerprint(context, reviewTranslation.name, request);
    const changed = await this.change('reviewed', request, command, (before) => {
      const changes = diffFields(['needsReview', 'outdated'], before.translation, reviewed);
      return changes.length === 0 ? null : { set: { translation: reviewed }, changes };
    });
    return toTreatment(changed);
  }

  async replaceProtocols(request: Requests['replaceProtocols'], context: MessageContext) {
    const { treatmentId: id, ifMatch, protocols: input } = request;
    const command = commandFingerprint(context, replaceProtocols.name, request);
    const added = await this.colors.findLooks(input.map(({ color }) => color));
    const target = { id, ifMatch };
    const changed = await this.change('protocolsReplaced', target, command, (before, now) => {
      const protocols = buildProtocols(input, before.protocols, added, now);
      const texts = [protocolTexts(before.protocols), protocolTexts(protocols)] as const;
      return { set: { protocols, isSample: false }, changes: diffFields(['protocols'], ...texts) };
    });
    return { protocols: toProtocols(changed), version: changed.version };
  }

  private async insert(record: TreatmentRecord): Promise<TreatmentRecord> {
    try {
      return await this.treatments.insertOnce(record);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const other = await this.treatments.findByDisease(record.diseaseId);
      if (!other) throw error;
      throw new DomainError('TREATMENT_EXISTS', { id: other._id.toHexString() });
    }
  }

  /** @param decide what the command makes of the treatment, and what the audit trail says of it */
  private async change(
    kind: keyof typeof treatmentEvents,
    { id, ifMatch }: { id: string; ifMatch?: number | undefined },
    command: string,
    decide: (
      before: TreatmentRecord,
      now: Date,
    ) => { set: Partial<TreatmentRecord>; changes: FieldChange[] } | null,
  ): Promise<TreatmentRecord> {
    const changed = await this.treatments.change(toObjectId(id), command, async (found) => {
      const before = await this.treatments.requireActive(found);
      requireVersion(before, ifMatch, (current) => ({
        ...toTreatment(current),
        protocols: toProtocols(current),
      }));
      const updatedAt = new Date();
      const change = decide(before, updatedAt);
      return (
        change && {
          set: { ...change.set, updatedAt },
          event: treatmentEvent(kind, before, before.version + 1, change.changes),
        }
      );
    });
    await this.registry.publish({ written: [changed] });
    return changed;
  }
}
