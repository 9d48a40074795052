import { STABLE_ORDER } from '@ctdb/chassis';
import { fold, type Disease } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Collection, Types } from 'mongoose';
import {
  diseaseProjection,
  toDisease,
  type DiseaseRecord,
  type DiseaseSource,
} from '../../records/disease.record.js';
import { CatalogRepository } from '../../records/models.js';
import {
  placeholder,
  type HistoryRecord,
  type StoredColorLook,
  type StoredProtocol,
  type TreatmentRecord,
} from '../../records/treatment.record.js';
import type { Facet } from '../search/facet-index.js';

const BATCH_SIZE = 1_000;

/** A version of a disease that is in the registry or, deleted, no longer. */
export type VersionOfDisease = Pick<DiseaseRecord, '_id' | 'version' | 'deletedAt'>;

/** A version of a treatment, note or history entry. */
export type VersionOfTreatment = Pick<TreatmentRecord, '_id' | 'version' | 'diseaseId'>;

const protocolFields = [
  'color',
  'colorLook',
  'applicationArea',
  'applicationAreaKn',
  'durationKn',
  'frequencyKn',
] as const;

/** A treatment without its descriptions. */
type TreatmentRow = Pick<TreatmentRecord, 'diseaseId' | 'translation'> &
  Record<'hasEnglish' | 'hasKannada', boolean> & {
    protocols: readonly Pick<StoredProtocol, (typeof protocolFields)[number]>[];
  };

/** An outcome that some entry of a disease has. */
type OutcomeRow = { _id: Pick<HistoryRecord, 'diseaseId' | 'outcome'> };

/** How facets are shown. */
export interface FacetTexts {
  /** English texts by folded ones. */
  areas: Map<string, string>;
  /** By the folded English text. */
  kannadaAreas: Map<string, string>;
  /** By the id of an added color. */
  looks: Map<string, StoredColorLook>;
}

const lacksKannada = ({ hasEnglish, hasKannada, protocols }: TreatmentRow): boolean =>
  (hasEnglish && !hasKannada) ||
  protocols.some(
    ({ applicationAreaKn, durationKn, frequencyKn }) =>
      !applicationAreaKn || !durationKn || !frequencyKn,
  );

/** What the registry reads of the database. */
@Injectable()
export class RegistrySourceRepository extends CatalogRepository {
  /** All diseases that are not deleted. */
  async *streamAll(): AsyncGenerator<Disease[]> {
    const batches = this.stream<DiseaseSource>(
      this.diseases,
      { deletedAt: null },
      diseaseProjection,
    );
    for await (const batch of batches) yield batch.map(toDisease);
  }

  /** Those of some diseases that are there and not deleted. */
  async findByIds(ids: readonly Types.ObjectId[]): Promise<Disease[]> {
    const records = await this.diseases
      .find({ _id: { $in: ids }, deletedAt: null })
      .select(diseaseProjection)
      .sort(STABLE_ORDER)
      // In one answer of the database.
      .batchSize(BATCH_SIZE)
      .lean<DiseaseSource[]>()
      .exec();
    return records.map(toDisease);
  }

  /** The diseases that changed since a moment, deleted ones too. */
  changedSince(moment: Date): AsyncGenerator<VersionOfDisease[]> {
    return this.stream(
      this.diseases,
      { changedAt: { $gte: moment } },
      { version: 1, deletedAt: 1 },
    );
  }

  /** The treatments, notes and history entries that changed since a moment. */
  async *treatmentsChangedSince(moment: Date): AsyncGenerator<VersionOfTreatment[]> {
    const since = { $gte: moment };
    const fields = { version: 1, diseaseId: 1 } as const;
    yield* this.stream(this.treatments, { updatedAt: since }, fields);
    for (const model of Object.values(this.entries))
      yield* this.stream(model, { changedAt: since }, fields);
  }

  /** The facets of some diseases, by their ids; one without facets is absent. Adds to `texts`. */
  async readFacets(
    diseaseIds: readonly Types.ObjectId[],
    texts: FacetTexts,
  ): Promise<Map<string, Set<Facet>>> {
    const facets = new Map<string, Set<Facet>>();
    const add = (diseaseId: Types.ObjectId, ...added: Facet[]) => {
      const id = diseaseId.toHexString();
      const known = facets.get(id) ?? new Set();
      facets.set(id, known);
      for (const facet of added) known.add(facet);
    };
    for await (const treatment of this.readTreatments(diseaseIds)) {
      const { diseaseId, protocols, translation } = treatment;
      for (const { color, colorLook, applicationArea, applicationAreaKn } of protocols) {
        const area = fold(applicationArea);
        add(diseaseId, `color:${color}`, `area:${area}`);
        texts.areas.set(area, applicationArea);
        if (applicationAreaKn) texts.kannadaAreas.set(area, applicationAreaKn);
        if (colorLook) texts.looks.set(color, colorLook);
      }
      if (lacksKannada(treatment)) add(diseaseId, 'language:missing');
      if (translation.needsReview) add(diseaseId, 'language:needsReview');
      if (translation.outdated) add(diseaseId, 'language:outdated');
    }
    for (const { _id } of await this.readOutcomes(diseaseIds))
      add(_id.diseaseId, `outcome:${_id.outcome}`);
    return facets;
  }

  /** Without the descriptions, which may be long; through the driver, which makes one row at a time. */
  private readTreatments(diseaseIds: readonly Types.ObjectId[]): AsyncIterable<TreatmentRow> {
    const fields = {
      diseaseId: 1,
      ...Object.fromEntries(protocolFields.map((name) => [`protocols.${name}`, 1])),
      translation: 1,
      hasEnglish: { $not: [{ $in: ['$descriptionEn', ['', placeholder.en]] }] },
      hasKannada: { $not: [{ $in: ['$descriptionKn', ['', placeholder.kn]] }] },
    };
    return this.treatments.collection.aggregate<TreatmentRow>(
      [{ $match: { diseaseId: { $in: [...diseaseIds] } } }, { $project: fields }],
      // In one answer of the database.
      { batchSize: diseaseIds.length },
    );
  }

  /** Of entries that every reader sees. */
  private readOutcomes(diseaseIds: readonly Types.ObjectId[]): Promise<OutcomeRow[]> {
    return this.entries.history
      .aggregate<OutcomeRow>([
        {
          $match: { diseaseId: { $in: diseaseIds }, deletedAt: null, isPublished: { $ne: false } },
        },
        { $group: { _id: { diseaseId: '$diseaseId', outcome: '$outcome' } } },
      ])
      .exec();
  }

  /** The database reads the next batch while one is worked on. */
  private async *stream<R extends object>(
    { collection }: { collection: Collection },
    filter: object,
    projection: Record<string, 1>,
  ): AsyncGenerator<R[]> {
    // Through the driver: building 100,000 mongoose results would double the time of a start.
    const cursor = collection.find<R>(filter, {
      projection,
      sort: STABLE_ORDER,
      batchSize: BATCH_SIZE,
    });
    try {
      let hasMore = cursor.hasNext();
      while (await hasMore) {
        const batch = cursor.readBufferedDocuments();
        hasMore = cursor.hasNext();
        // It is awaited in the next round; a failure before that is not an unhandled rejection.
        hasMore.catch(() => undefined);
        yield batch;
      }
    } finally {
      await cursor.close();
    }
  }
}
