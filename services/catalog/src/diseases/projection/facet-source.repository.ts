import { fold } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { CatalogRepository } from '../../records/models.js';
import {
  placeholder,
  type HistoryRecord,
  type StoredColorLook,
  type StoredProtocol,
  type StoredTranslation,
} from '../../records/treatment.record.js';
import type { Facet } from '../search/facet-index.js';

const protocolFields = [
  'color',
  'colorLook',
  'applicationArea',
  'applicationAreaKn',
  'durationKn',
  'frequencyKn',
] as const;

interface TreatmentRow {
  diseaseId: Types.ObjectId;
  protocols: readonly Pick<StoredProtocol, (typeof protocolFields)[number]>[];
  translation: Pick<StoredTranslation, 'needsReview' | 'outdated'>;
  hasEnglish: boolean;
  hasKannada: boolean;
}

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

/** Reads what diseases can be filtered by. */
@Injectable()
export class FacetSourceRepository extends CatalogRepository {
  /** The facets of some diseases, by their ids; one without facets is absent. Adds to `texts`. */
  async read(
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
}
