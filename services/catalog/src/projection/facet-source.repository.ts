import type { LanguageState, Outcome } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { CatalogRepository } from '../models.js';
import { placeholder } from '../treatments/translation-state.js';
import type {
  StoredColorLook,
  StoredProtocol,
  StoredTranslation,
} from '../treatments/treatment.records.js';

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

interface OutcomeRow {
  _id: { diseaseId: Types.ObjectId; outcome: Outcome };
}

/** What a disease can be filtered by. */
export interface FacetsOfDisease {
  /** With the looks of added ones. */
  colors: Map<string, StoredColorLook | undefined>;
  /** English texts with the Kannada ones. */
  areas: Map<string, string>;
  outcomes: Set<Outcome>;
  languages: Set<LanguageState>;
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
  /** The facets of those of some diseases that have a treatment or entries, by id. */
  async read(diseaseIds: readonly Types.ObjectId[]): Promise<Map<string, FacetsOfDisease>> {
    const [treatments, outcomes] = await Promise.all([
      this.readTreatments(diseaseIds),
      this.readOutcomes(diseaseIds),
    ]);
    const found = new Map<string, FacetsOfDisease>();
    const facetsOf = (diseaseId: Types.ObjectId): FacetsOfDisease => {
      const id = diseaseId.toHexString();
      const facets = found.get(id) ?? {
        colors: new Map(),
        areas: new Map(),
        outcomes: new Set(),
        languages: new Set(),
      };
      found.set(id, facets);
      return facets;
    };
    for (const treatment of treatments) {
      const { colors, areas, languages } = facetsOf(treatment.diseaseId);
      for (const {
        color,
        colorLook,
        applicationArea,
        applicationAreaKn = '',
      } of treatment.protocols) {
        colors.set(color, colorLook);
        if (applicationAreaKn !== '' || !areas.has(applicationArea))
          areas.set(applicationArea, applicationAreaKn);
      }
      if (lacksKannada(treatment)) languages.add('missing');
      if (treatment.translation.needsReview) languages.add('needsReview');
      if (treatment.translation.outdated) languages.add('outdated');
    }
    for (const { _id } of outcomes) facetsOf(_id.diseaseId).outcomes.add(_id.outcome);
    return found;
  }

  /** Without the descriptions, which may be long. */
  private readTreatments(diseaseIds: readonly Types.ObjectId[]): Promise<TreatmentRow[]> {
    return this.treatments
      .aggregate<TreatmentRow>([
        { $match: { diseaseId: { $in: diseaseIds } } },
        {
          $project: {
            diseaseId: 1,
            ...Object.fromEntries(protocolFields.map((name) => [`protocols.${name}`, 1])),
            translation: 1,
            hasEnglish: { $not: [{ $in: ['$descriptionEn', ['', placeholder.en]] }] },
            hasKannada: { $not: [{ $in: ['$descriptionKn', ['', placeholder.kn]] }] },
          },
        },
      ])
      .option({ batchSize: diseaseIds.length })
      .exec();
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
