import { isDeepStrictEqual } from 'node:util';
import { deterministicId } from '@ctdb/chassis';
import {
  diseaseFieldNames,
  diseaseInput,
  diseaseTextNames,
  objectId,
  type DiseaseInput,
  type Refusal,
  type SimilarName,
} from '@ctdb/contracts';
import type { Types } from 'mongoose';
import { toDisease, type DiseaseRecord } from '../records/disease.record.js';
import type { ImportChange, TreatmentFields } from '../records/import.record.js';
import type { TreatmentRecord } from '../records/treatment.record.js';
import { MAX_ITEM_REFUSALS, type ImportItem } from './import-item.js';
import {
  findDiseaseLosses,
  findTreatmentLosses,
  settleLineEnds,
  type FoundLoss,
} from './import-losses.js';
import { assertNone, findLostTexts, parseItem, Refused } from './item-refusals.js';
import { planTreatment, type PlanContext } from './treatment-plan.js';

/** What becomes of one disease of the file. */
export type Plan =
  | { kind: 'refused'; refusals: Refusal[] }
  | { kind: 'unchanged' }
  | {
      kind: 'created' | 'updated';
      line: number;
      change: ImportChange;
      /** The disease as it is to be; absent where it stays as it is. */
      disease?: DiseaseInput;
      /** The treatment as it is to be; absent where there is none, or it stays as it is. */
      treatment?: TreatmentFields;
      /** The names of what changes. */
      fields: string[];
      names: Pick<DiseaseInput, 'nameEn' | 'nameKn'>;
      losses: FoundLoss[];
      /** Another disease that a created one is called very like. */
      similar?: SimilarName['other'] | undefined;
    };

/** A plan that changes something. */
export type ChangingPlan = Extract<Plan, { change: ImportChange }>;

/** What is stored of the disease that an item names. */
export interface Stored {
  id: Types.ObjectId;
  disease?: DiseaseRecord | undefined;
  treatment?: TreatmentRecord | undefined;
}

/** The id of an item in lower case; undefined without one. */
export const itemId = ({ disease: { id } }: ImportItem): string | undefined => {
  const parsed = objectId.safeParse(typeof id === 'string' ? id.trim() : id);
  return parsed.success ? parsed.data : undefined;
};

/** The id of a disease that an import creates without one of its own. */
export const newDiseaseId = (importId: Types.ObjectId, { line }: ImportItem): Types.ObjectId =>
  deterministicId('diseases', `${importId.toHexString()}/${line}`);

const pickFields = <T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Pick<T, K> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

const treatmentFieldNames = ['descriptionEn', 'descriptionKn', 'translation', 'protocols'] as const;

/** What is stored of a record, with the `fields` that are to be changed. */
const toBefore = <F extends object>(
  { version, isSample }: { version: number; isSample?: boolean },
  fields: F,
) => ({ version, fields: { ...fields, isSample: isSample === true } });

const planChange = (
  item: ImportItem,
  { id, disease, treatment }: Stored,
  context: PlanContext,
): Plan => {
  const { importId, added } = context;
  const given = item.disease;
  const known = disease && pickFields(toDisease(disease), diseaseFieldNames);
  const named = Object.fromEntries(
    diseaseFieldNames
      .filter((name) => given[name] !== undefined)
      .map((name) => [name, settleLineEnds(given[name], known?.[name])]),
  );
  const input = parseItem(diseaseInput, { ...known, ...named }, item, added);
  assertNone(findLostTexts(diseaseTextNames, item.line, input, known ? [known] : []));
  const nextTreatment = planTreatment(item, treatment, context);
  const changed = diseaseFieldNames.filter(
    (name) => !known || !isDeepStrictEqual(known[name], input[name]),
  );
  if (changed.length === 0 && !nextTreatment) return { kind: 'unchanged' };
  const losses = [
    ...(known ? findDiseaseLosses(known, input) : []),
    ...(treatment && nextTreatment ? findTreatmentLosses(treatment, nextTreatment) : []),
  ];
  const [first] = losses;
  if (first && context.refusesLosses) {
    const { field, before } = first;
    throw new Refused([{ line: item.line, field, code: 'WOULD_LOSE', value: before }]);
  }
  return {
    kind: disease ? 'updated' : 'created',
    losses,
    line: item.line,
    names: input,
    fields: [...changed, ...(nextTreatment ? ['treatment'] : [])],
    ...(changed.length > 0 && { disease: input }),
    ...(nextTreatment && { treatment: nextTreatment }),
    change: {
      diseaseId: id,
      ...(changed.length > 0 && {
        disease: disease && known ? { before: toBefore(disease, known) } : {},
      }),
      ...(nextTreatment && {
        treatment: treatment
          ? {
              id: treatment._id,
              before: toBefore(treatment, pickFields(treatment, treatmentFieldNames)),
            }
          : { id: deterministicId('treatments', `${importId.toHexString()}/${id.toHexString()}`) },
      }),
    },
  };
};

/** What becomes of an item, given what is stored. */
export const planItem = (item: ImportItem, stored: Stored, context: PlanContext): Plan => {
  try {
    return planChange(item, stored, context);
  } catch (error) {
    if (error instanceof Refused)
      return { kind: 'refused', refusals: error.refusals.slice(0, MAX_ITEM_REFUSALS) };
    throw error;
  }
};
