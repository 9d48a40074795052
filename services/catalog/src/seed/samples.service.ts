import { commandFingerprint, purgeCutoff, RpcClient, type MessageContext } from '@ctdb/chassis';
import {
  DomainError,
  isProtocolColor,
  listImages,
  MAX_SAMPLE_CARDS,
  restoreSamples,
  type removeSamples,
  type ReplyOf,
  type SampleCard,
  type SamplesState,
  type SampleTreatment,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DiseasesService } from '../diseases/diseases.service.js';
import { CachedFigures } from '../diseases/projection/cached-figures.js';
import type { DiseaseRecord } from '../records/disease.record.js';
import type { TreatmentRecord } from '../records/treatment.record.js';
import { sampleDiseases } from '../sample-data/index.js';
import { HistoryService } from '../treatments/history.service.js';
import { NotesService } from '../treatments/notes.service.js';
import { sampleRecords } from './sample-records.js';
import { SamplesRepository, type SampleEntry } from './samples.repository.js';

/** All sample data that is there or can be restored. */
interface Samples {
  diseases: DiseaseRecord[];
  treatments: TreatmentRecord[];
  entries: SampleEntry[];
}

const isLive = ({ deletedAt }: { deletedAt: Date | null }) => deletedAt === null;

const idsOf = (records: readonly Pick<DiseaseRecord, '_id'>[]) =>
  new Set(records.map(({ _id }) => _id.toHexString()));

/** The rules of the sample data as a whole. */
@Injectable()
export class SamplesService {
  private readonly entryServices: Record<SampleEntry['kind'], NotesService | HistoryService>;

  constructor(
    private readonly repository: SamplesRepository,
    private readonly diseases: DiseasesService,
    notes: NotesService,
    history: HistoryService,
    private readonly rpc: RpcClient,
    private readonly figures: CachedFigures,
  ) {
    this.entryServices = { note: notes, history };
  }

  /** The sample treatments that are there, each with its first protocol: images are drawn of it. */
  async listTreatments(): Promise<SampleTreatment[]> {
    const { diseases, treatments } = await this.find();
    const there = idsOf([...diseases.filter(isLive), ...treatments]);
    return sampleDiseases.flatMap((sample) => {
      // Ids do not depend on the time.
      const { disease, treatment } = sampleRecords(sample, new Date());
      const diseaseId = disease._id.toHexString();
      const treatmentId = treatment._id.toHexString();
      const [protocol] = sample.treatment.protocols;
      if (!there.has(diseaseId) || !there.has(treatmentId) || !protocol) return [];
      const { color, applicationArea, applicationAreaKn = '' } = protocol;
      const { nameEn, nameKn } = sample;
      return { treatmentId, diseaseId, nameEn, nameKn, color, applicationArea, applicationAreaKn };
    });
  }

  /** Cards of different categories, as far as there are so many. */
  async listCards(): Promise<SampleCard[]> {
    const { cards } = await this.figures.get('sample cards', async () => {
      const { diseases, treatments } = await this.find();
      const all = diseases.flatMap((disease) => toCard(disease, treatments));
      const isFirst = ({ category }: SampleCard, at: number) =>
        all.findIndex((card) => card.category === category) === at;
      const firsts = all.filter(isFirst);
      const others = all.filter((card) => !firsts.includes(card));
      return { cards: [...firsts, ...others].slice(0, MAX_SAMPLE_CARDS) };
    });
    return cards;
  }

  async get(): Promise<SamplesState> {
    const samples = await this.find();
    const live = samples.diseases.filter(isLive);
    const visible = this.entriesOf(samples, idsOf(live));
    const { diseases, entries } = this.restorable(samples);
    const editedTreatments = samples.treatments.filter(({ isSample }) => !isSample);
    const edited = new Set(editedTreatments.map(({ diseaseId }) => diseaseId.toHexString()));
    return {
      diseases: live.filter(({ isSample }) => isSample).length,
      entries: visible.filter(isLive).length,
      inTrash: diseases.length + entries.length,
      edited: live
        .map(({ _id, ...disease }) => ({ ...disease, diseaseId: _id.toHexString() }))
        .filter(({ diseaseId, isSample }) => !isSample || edited.has(diseaseId))
        .map(({ diseaseId, nameEn, nameKn }) => ({ diseaseId, nameEn, nameKn })),
    };
  }

  /** Every record goes by its usual deletion, so that repeating an interrupted removal finishes it. */
  async remove(context: MessageContext): Promise<ReplyOf<typeof removeSamples>> {
    const samples = await this.find();
    const owned = await this.findOwned(samples, context);
    const live = samples.diseases.filter(isLive);
    const candidates = live.filter(({ isSample }) => isSample);
    const removed = candidates.filter(({ _id }) => !owned.has(_id.toHexString()));
    const staying = idsOf(live.filter((disease) => !removed.includes(disease)));
    const entries = this.entriesOf(samples, staying).filter(isLive);
    return {
      diseases: await countDone(removed, ({ _id }) =>
        this.diseases.deleteSample(_id.toHexString(), context),
      ),
      entries: await countDone(entries, ({ _id, kind, treatmentId }) =>
        this.entryServices[kind].delete(
          { treatmentId: treatmentId.toHexString(), id: _id.toHexString() },
          context,
        ),
      ),
      kept: candidates.length - removed.length,
    };
  }

  async restore(context: MessageContext): Promise<ReplyOf<typeof restoreSamples>> {
    const { diseases, entries } = this.restorable(await this.find());
    const since = purgeCutoff(new Date());
    const command = commandFingerprint(context, restoreSamples.name, {});
    return {
      diseases: await countDone(diseases, ({ _id }) =>
        this.diseases.restore(_id.toHexString(), since, command),
      ),
      entries: await countDone(entries, ({ _id, kind }) =>
        this.entryServices[kind].restore(_id.toHexString(), since, command),
      ),
    };
  }

  private async find(): Promise<Samples> {
    const [diseases, treatments, entries] = await Promise.all([
      this.repository.findDiseases(),
      this.repository.findTreatments(),
      this.repository.findEntries(),
    ]);
    return { diseases, treatments, entries };
  }

  private entriesOf({ entries }: Samples, diseases: ReadonlySet<string>): SampleEntry[] {
    return entries.filter(({ diseaseId }) => diseases.has(diseaseId.toHexString()));
  }

  /** What lies in the trash; entries only of diseases that are there when all is restored. */
  private restorable(samples: Samples): Pick<Samples, 'diseases' | 'entries'> {
    const there = samples.diseases.filter((disease) => isLive(disease) || disease.isSample);
    return {
      diseases: there.filter((disease) => !isLive(disease)),
      entries: this.entriesOf(samples, idsOf(there)).filter((entry) => !isLive(entry)),
    };
  }

  /** Diseases with something of a person: a note, a history entry, an image, a treatment. */
  private async findOwned({ treatments }: Samples, context: MessageContext): Promise<Set<string>> {
    const treatmentIds = treatments.map(({ _id }) => _id.toHexString());
    const [withEntries, { images }] = await Promise.all([
      this.repository.findDiseasesWithOwnEntries(),
      this.rpc.call(listImages, { treatmentIds }, context),
    ]);
    const own = images.filter(({ isSample }) => !isSample).map(({ treatmentId }) => treatmentId);
    const owned = treatments.filter(
      ({ _id, isSample }) => !isSample || own.includes(_id.toHexString()),
    );
    const ids = [...withEntries, ...owned.map(({ diseaseId }) => diseaseId)];
    return new Set(ids.map((id) => id.toHexString()));
  }
}

/** The card of a disease that is there with its treatment, if no person has edited them. */
const toCard = (disease: DiseaseRecord, treatments: readonly TreatmentRecord[]): SampleCard[] => {
  const { _id, nameEn, nameKn, category, isSample } = disease;
  const treatment = treatments.find(({ diseaseId }) => diseaseId.equals(_id));
  const { protocols = [] } = treatment?.isSample ? treatment : {};
  if (!isLive(disease) || !isSample || protocols.length === 0) return [];
  const colors = new Set(protocols.map(({ color }) => color).filter(isProtocolColor));
  return [{ nameEn, nameKn, category, colors: [...colors] }];
};

/** Handles one record after the other; returns their number, without records that were deleted in the meantime. */
const countDone = async <T>(
  records: readonly T[],
  work: (record: T) => Promise<void>,
): Promise<number> => {
  let done = 0;
  for (const record of records)
    try {
      await work(record);
      done += 1;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'NOT_FOUND') throw error;
    }
  return done;
};
