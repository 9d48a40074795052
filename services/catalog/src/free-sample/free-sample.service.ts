import {
  commandFingerprint,
  outboxEntry,
  RpcClient,
  toObjectId,
  type MessageContext,
  type OutboxEntry,
} from '@ctdb/chassis';
import {
  chooseFreeSample,
  type Disease,
  diseaseEvents,
  DomainError,
  endFreeSample,
  type FreeSample,
  getImageUrl,
  listImages,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { toProtocols, type TreatmentRecord } from '../records/treatment.record.js';
import { TreatmentsRepository } from '../treatments/treatments.repository.js';
import { FreeSampleRepository } from './free-sample.repository.js';

/** How long the sample waits for its images. */
const IMAGES_TIMEOUT_MS = 2_000;

const notFound = (kind: 'disease' | 'treatment' | 'image') =>
  new DomainError('NOT_FOUND', { kind });

/** The change of the choice, in the audit trail of a disease; the samples by their names. */
const choiceEvent = (
  { id, nameEn, nameKn, version }: Disease,
  before: Disease | undefined,
  after?: Disease,
): OutboxEntry =>
  outboxEntry(diseaseEvents.updated, {
    diseaseId: id,
    nameEn,
    nameKn,
    version,
    changes: [{ field: 'freeSample', before: before?.nameEn ?? '', after: after?.nameEn ?? '' }],
  });

/** The rules of the one disease that visitors read free of charge. */
@Injectable()
export class FreeSampleService {
  constructor(
    private readonly choice: FreeSampleRepository,
    private readonly registry: RegistryProjection,
    private readonly treatments: TreatmentsRepository,
    private readonly rpc: RpcClient,
  ) {}

  /** The chosen disease, unless it is in the trash. */
  async find(): Promise<Disease | undefined> {
    const id = await this.choice.findChosenId();
    return id ? this.registry.get(id.toHexString()) : undefined;
  }

  async get(id: string, context: MessageContext): Promise<FreeSample> {
    const { disease, treatment } = await this.requireChosen(id);
    const images = await this.findDrawnImages(treatment, context).catch(() => undefined);
    return {
      // The contract leaves out its notes and all that visitors do not read.
      ...disease,
      descriptionEn: treatment.descriptionEn,
      descriptionKn: treatment.descriptionKn,
      protocols: toProtocols(treatment),
      ...(images ? { images } : { images: [], imagesUnavailable: true }),
    };
  }

  async locateImage({ id, ...file }: Requests['getFreeSampleImage'], context: MessageContext) {
    const { treatment } = await this.requireChosen(id);
    const images = await this.findDrawnImages(treatment, context);
    if (!images.some(({ filename }) => filename === file.filename)) throw notFound('image');
    return this.rpc.call(getImageUrl, file, context);
  }

  async choose({ id }: Requests['chooseFreeSample'], context: MessageContext) {
    const disease = await this.requireDisease(id);
    await this.requireTreatment(id);
    let replaced: Disease | undefined;
    const command = commandFingerprint(context, chooseFreeSample.name, { id });
    await this.choice.changeChoice(command, async (chosenId) => {
      replaced = undefined;
      if (chosenId === id) return null;
      if (chosenId !== undefined) replaced = await this.registry.get(chosenId);
      const set = { diseaseId: toObjectId(id) };
      return { set, event: choiceEvent(disease, replaced, disease) };
    });
    return replaced ? { replaced } : {};
  }

  async end({ id }: Requests['endFreeSample'], context: MessageContext): Promise<void> {
    const disease = await this.requireDisease(id);
    const command = commandFingerprint(context, endFreeSample.name, { id });
    await this.choice.changeChoice(command, (chosenId) => {
      if (chosenId !== id) throw notFound('disease');
      return { set: { diseaseId: null }, event: choiceEvent(disease, disease) };
    });
  }

  /** Of a disease that is not chosen nothing shows, not even whether it is there. */
  private async requireChosen(id: string) {
    const disease = await this.find();
    if (disease?.id !== id) throw notFound('disease');
    return { disease, treatment: await this.requireTreatment(id) };
  }

  private async requireDisease(id: string): Promise<Disease> {
    const disease = await this.registry.get(id);
    if (!disease) throw notFound('disease');
    return disease;
  }

  private async requireTreatment(diseaseId: string): Promise<TreatmentRecord> {
    const treatment = await this.treatments.findByDisease(toObjectId(diseaseId));
    if (!treatment) throw notFound('treatment');
    return treatment;
  }

  /** Without uploaded ones, which may be photographs of patients. */
  private async findDrawnImages({ _id }: TreatmentRecord, context: MessageContext) {
    const request = { treatmentIds: [_id.toHexString()] };
    const limited = { ...context, deadlineMs: IMAGES_TIMEOUT_MS };
    const { images } = await this.rpc.call(listImages, request, limited);
    return images.filter(({ isSample }) => isSample);
  }
}
