import { ChassisModule, Handles, MONGO, Outbox, serviceUnavailable } from '@ctdb/chassis';
import {
  DomainError,
  getDiseaseState,
  getTreatment,
  listNamedTreatments,
  listSampleTreatments,
  type diseaseEvents,
  type DiseaseState,
  type NamedTreatment,
  type PayloadOf,
  type ReplyOf,
  type RequestOf,
  type SampleTreatment,
  type Treatment,
} from '@ctdb/contracts';
import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import { Types, type Connection } from 'mongoose';

type DiseaseEvent = (typeof diseaseEvents)['deleted' | 'restored' | 'purged'];

/** Stands in for the catalog: holds the treatments of a test, and publishes events of diseases. */
@Injectable()
export class StandInCatalog {
  private readonly treatments = new Map<string, Treatment>();
  private readonly states = new Map<string, DiseaseState | 'unknown'>();
  /** What it was filled with. */
  samples: SampleTreatment[] = [];

  constructor(
    @Inject(MONGO) private readonly mongo: Connection,
    private readonly outbox: Outbox,
  ) {}

  /** A new treatment of a new disease. */
  add(): Treatment {
    const now = new Date().toISOString();
    const treatment: Treatment = {
      id: new Types.ObjectId().toHexString(),
      diseaseId: new Types.ObjectId().toHexString(),
      descriptionEn: 'Green light',
      descriptionKn: 'ಹಸಿರು ಬೆಳಕು',
      translation: { needsReview: false, outdated: false },
      isSample: false,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    this.treatments.set(treatment.id, treatment);
    return treatment;
  }

  find(id: string): Treatment {
    const found = this.treatments.get(id);
    if (!found) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    return found;
  }

  /** All of them, whose diseases are called by the ids of these. */
  named(): NamedTreatment[] {
    return [...this.treatments.values()].map(({ id, diseaseId }) => ({
      ...{ id, diseaseId, nameEn: `Disease ${diseaseId}`, nameKn: 'ರೋಗ', codes: [] },
    }));
  }

  /** The treatment as another installation has it. */
  rename(id: string): Treatment {
    const renamed = { ...this.find(id), id: new Types.ObjectId().toHexString() };
    this.hide(id);
    this.treatments.set(renamed.id, renamed);
    return renamed;
  }

  /** From now on the treatment is not there, as when its disease was deleted. */
  hide(id: string): void {
    this.treatments.delete(id);
  }

  /** What it says of a disease from now on; `unknown`: it cannot say. */
  become(diseaseId: string, state: DiseaseState | 'unknown'): void {
    this.states.set(diseaseId, state);
  }

  state(diseaseId: string): DiseaseState {
    const state = this.states.get(diseaseId) ?? 'unknown';
    if (state === 'unknown') throw serviceUnavailable();
    return state;
  }

  async publish<E extends DiseaseEvent>(event: E, payload: PayloadOf<E>): Promise<void> {
    const outbox = [this.outbox.entry(event, payload)];
    await this.mongo.collection('facts').insertOne({ outbox });
    this.outbox.relaySoon();
  }
}

@Controller()
class TreatmentsConsumer {
  constructor(private readonly catalog: StandInCatalog) {}

  @Handles(getTreatment)
  get({ id }: RequestOf<typeof getTreatment>): Treatment {
    return this.catalog.find(id);
  }

  @Handles(getDiseaseState)
  state({ id }: RequestOf<typeof getDiseaseState>): ReplyOf<typeof getDiseaseState> {
    return { state: this.catalog.state(id) };
  }

  @Handles(listNamedTreatments)
  named(): ReplyOf<typeof listNamedTreatments> {
    return { treatments: this.catalog.named() };
  }

  @Handles(listSampleTreatments)
  samples(): ReplyOf<typeof listSampleTreatments> {
    return { samples: this.catalog.samples };
  }
}

@Module({
  imports: [
    ChassisModule.forRoot({ service: 'catalog', mongo: true, outboxCollections: ['facts'] }),
  ],
  controllers: [TreatmentsConsumer],
  providers: [StandInCatalog],
})
export class StandInCatalogModule {}
