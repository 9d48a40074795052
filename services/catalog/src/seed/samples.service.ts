import {
  AppLogger,
  commandFingerprint,
  purgeCutoff,
  RpcClient,
  toContract,
  type MessageContext,
} from '@ctdb/chassis';
import {
  DomainError,
  isProtocolColor,
  listImages,
  MAX_SAMPLE_CARDS,
  type Replies,
  restoreSamples,
  type SampleCard,
  type SamplesState,
  sampleTreatment,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DiseasesService } from '../diseases/diseases.service.js';
import { CachedFigures } from '../diseases/projection/cached-figures.js';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { FreeSampleRepository } from '../free-sample/free-sample.repository.js';
import { sampleDiseases } from '../sample-data/index.js';
import { HistoryService } from '../treatments/history.service.js';
import { NotesService } from '../treatments/notes.service.js';
import { sampleRecords } from './sample-records.js';
import { SamplesRepository, type Sample, type SampleEntry } from './samples.repository.js';

const isLive = ({ deletedAt }: { deletedAt: Date | null }) => deletedAt === null;

const isInTrash = (record: { deletedAt: Date | null }) => !isLive(record);

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
    private readonly registry: RegistryProjection,
    private readonly freeSample: FreeSampleRepository,
    private readonly logger: AppLogger,
  ) {
    this.entryServices = { note: notes, history };
  }

  /** Fills a new database with the sample diseases, once in its life. */
  async fill(): Promise<void> {
    const startedAt = await this.repository.startSeeding(new Date());
    if (!startedAt) return;
    const count = { diseases: sampleDiseases.length };
    this.logger.info('filling the new database with sample data', count);
    const records = sampleDiseases.map((sample) => sampleRecords(sample, startedAt));
    for (const record of records) await this.repository.insert(record);
    await this.freeSample.chooseFirst(records[0]?.disease._id ?? null);
    await this.registry.publish({ diseases: records.map(({ disease }) => disease._id) });
    await this.repository.finishSeeding(new Date());
    this.logger.info('the sample data is stored', count);
  }

  /** The sample treatments that are there, each with its first protocol: images are drawn of it. */
  async listTreatments(): Promise<Replies['listSampleTreatments']> {
    const live = await this.findLive();
    const samples = sampleDiseases.flatMap((sample) => {
      // Ids do not depend on the time.
      const { disease, treatment } = sampleRecords(sample, new Date());
      const found = live.find((each) => each.disease._id.equals(disease._id));
      const [protocol] = sample.treatment.protocols;
      if (!found?.treatment?._id.equals(treatment._id) || !protocol) return [];
      const ids = { treatmentId: treatment._id, diseaseId: disease._id };
      return toContract(sampleTreatment, { ...sample, ...protocol, ...ids });
    });
    return { samples };
  }

  /** Cards of different categories, as far as there are so many. */
  async listCards(): Promise<SampleCard[]> {
    const { cards } = await this.figures.get('sample cards', async () => {
      const all = (await this.findLive()).flatMap(toCard);
      const isFirst = ({ category }: SampleCard, at: number) =>
        all.findIndex((card) => card.category === category) === at;
      const firsts = all.filter(isFirst);
      const others = all.filter((card) => !firsts.includes(card));
      return { cards: [...firsts, ...others].slice(0, MAX_SAMPLE_CARDS) };
    });
    return cards;
  }

  async get(): Promise<SamplesState> {
    const samples = await this.repository.find();
    const live = samples.filter(({ disease }) => isLive(disease));
    const { diseases, entries } = findRestorable(samples);
    return {
      diseases: live.filter(({ disease }) => disease.isSample).length,
      entries: live.flatMap((sample) => sample.entries).filter(isLive).length,
      inTrash: diseases.length + entries.length,
      edited: live.filter(isEdited).map(({ disease: { _id, nameEn, nameKn } }) => ({
        diseaseId: _id.toHexString(),
        nameEn,
        nameKn,
      })),
    };
  }

  /** Every record goes by its usual deletion, so that repeating an interrupted removal finishes it. */
  async remove(context: MessageContext): Promise<Replies['removeSamples']> {
    const live = await this.findLive();
    const owned = await this.findOwned(live, context);
    const candidates = live.filter(({ disease }) => disease.isSample);
    const removed = candidates.filter((sample) => !owned.includes(sample));
    const staying = live.filter((sample) => !removed.includes(sample));
    const entries = staying.flatMap((sample) => sample.entries).filter(isLive);
    return {
      diseases: await countDone(removed, ({ disease }) =>
        this.diseases.deleteSample(disease._id.toHexString(), context),
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

  async restore(context: MessageContext): Promise<Replies['restoreSamples']> {
    const { diseases, entries } = findRestorable(await this.repository.find());
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

  private async findLive(): Promise<Sample[]> {
    return (await this.repository.find()).filter(({ disease }) => isLive(disease));
  }

  /** Those with something of a person: a note, a history entry, an image, a treatment. */
  private async findOwned(samples: readonly Sample[], context: MessageContext): Promise<Sample[]> {
    const treatmentIds = samples.flatMap(({ treatment }) => treatment?._id.toHexString() ?? []);
    const [withEntries, { images }] = await Promise.all([
      this.repository.findDiseasesWithOwnEntries(),
      this.rpc.call(listImages, { treatmentIds }, context),
    ]);
    const own = images.filter(({ isSample }) => !isSample).map(({ treatmentId }) => treatmentId);
    return samples.filter(
      (sample) =>
        isEdited(sample) ||
        withEntries.some((id) => id.equals(sample.disease._id)) ||
        own.includes(sample.treatment?._id.toHexString() ?? ''),
    );
  }
}

/** Whether a person has edited a disease or its treatment. */
const isEdited = ({ disease, treatment }: Sample): boolean =>
  !disease.isSample || (treatment !== undefined && !treatment.isSample);

/** What lies in the trash; entries only of diseases that are there when all is restored. */
const findRestorable = (samples: readonly Sample[]) => {
  const there = samples.filter(({ disease }) => isLive(disease) || disease.isSample);
  return {
    diseases: there.map(({ disease }) => disease).filter(isInTrash),
    entries: there.flatMap(({ entries }) => entries).filter(isInTrash),
  };
};

/** The card of a disease that no person has edited. */
const toCard = (sample: Sample): SampleCard[] => {
  const { nameEn, nameKn, category } = sample.disease;
  const { protocols = [] } = sample.treatment ?? {};
  if (isEdited(sample) || protocols.length === 0) return [];
  const colors = new Set(protocols.map(({ color }) => color).filter(isProtocolColor));
  return [{ nameEn, nameKn, category, colors: [...colors] }];
};

/** Handles one record after the other; returns their number, without records that were deleted in the meantime. */
const countDone = async <T>(records: readonly T[], work: (record: T) => Promise<void>) => {
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
