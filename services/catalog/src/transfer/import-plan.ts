import { isDeepStrictEqual } from 'node:util';
import { deterministicId, newRecord } from '@ctdb/chassis';
import {
  diseaseFieldNames,
  diseaseInput,
  DomainError,
  fold,
  isProtocolColor,
  MAX_PROTOCOLS,
  objectId,
  protocolFieldNames,
  protocolInput,
  toFieldErrors,
  treatmentUpdate,
  type DiseaseInput,
  type ErrorParams,
  type FieldError,
  type PlannedChange,
  type Refusal,
} from '@ctdb/contracts';
import type { Types } from 'mongoose';
import { z } from 'zod';
import { toDisease, type DiseaseRecord } from '../diseases/disease.record.js';
import { buildProtocols } from '../treatments/protocols.js';
import { mergeDescriptions } from '../treatments/translation-state.js';
import type {
  StoredColorLook,
  StoredProtocol,
  TreatmentRecord,
} from '../treatments/treatment.records.js';
import { MAX_ITEM_REFUSALS, type ImportItem } from './import-file.js';
import type { ImportChange, TreatmentFields } from './import.records.js';

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
    };

/** The added colors: looks by id, and ids by folded names. */
export interface AddedColors {
  looks: ReadonlyMap<string, StoredColorLook>;
  ids: ReadonlyMap<string, string>;
}

/** What is stored of the disease that an item names. */
export interface Stored {
  id: Types.ObjectId;
  disease?: DiseaseRecord | undefined;
  treatment?: TreatmentRecord | undefined;
}

/** What holds for all items of a batch. */
export interface PlanContext {
  importId: Types.ObjectId;
  added: AddedColors;
  now: Date;
}

/** The names of an item as stored names are compared with it. */
export const namesKey = ({ nameEn, nameKn }: Record<'nameEn' | 'nameKn', string>): string =>
  JSON.stringify([fold(nameEn), fold(nameKn)]);

/** The id of an item in lower case; undefined without one. */
export const itemId = ({ disease: { id } }: ImportItem): string | undefined => {
  const parsed = objectId.safeParse(typeof id === 'string' ? id.trim() : id);
  return parsed.success ? parsed.data : undefined;
};

/** The id of a disease that an import creates without one of its own. */
export const newDiseaseId = (importId: Types.ObjectId, { line }: ImportItem): Types.ObjectId =>
  deterministicId('diseases', `${importId.toHexString()}/${line}`);

const importedProtocols = z.array(protocolInput.omit({ id: true })).max(MAX_PROTOCOLS);
const { descriptionEn, descriptionKn, machineTranslatedBy } = treatmentUpdate.shape;
const importedTreatment = z.object({
  descriptionEn,
  descriptionKn,
  machineTranslatedBy: z
    .literal('')
    .transform(() => undefined)
    .or(machineTranslatedBy),
  protocols: importedProtocols.optional(),
});

class Refused extends Error {
  constructor(readonly refusals: Refusal[]) {
    super('refused');
  }
}

/** An error of a field, with the line of the protocol that it is in. */
const toRefusal = ({ path, code, params }: FieldError, item: ImportItem): Refusal => {
  const [, index, field] = /^protocols\.(\d+)\.?(.*)$/.exec(path) ?? [];
  const line = index === undefined ? item.line : (item.protocolLines[Number(index)] ?? item.line);
  // A name that is no color looks like a malformed id to the contract.
  if (field === 'color' && code === 'WRONG_FORMAT') return { line, field, code: 'NOT_ALLOWED' };
  return { line, field: field || (path.split('.')[0] ?? path), code, ...(params && { params }) };
};

/** Parses a part of an item. */
const parse = <S extends z.ZodType>(schema: S, value: unknown, item: ImportItem): z.output<S> => {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Refused(toFieldErrors(parsed.error).map((error) => toRefusal(error, item)));
};

const pickFields = <T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Pick<T, K> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

/** The id of a color by the names that exports and people give it; the text itself where there is none. */
const toColor = (text: unknown, added: AddedColors, before: readonly StoredProtocol[]): unknown => {
  if (typeof text !== 'string') return text;
  const name = fold(text);
  if (isProtocolColor(name)) return name;
  const used = before.find(({ colorLook }) => colorLook && fold(colorLook.nameEn) === name);
  return added.ids.get(name) ?? used?.color ?? name;
};

/** Colors that are neither built in nor there are refused like other errors of a field. */
const findColors = <T>(item: ImportItem, build: () => T): T => {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'VALIDATION_FAILED') throw error;
    const { faults } = error.params as ErrorParams<'VALIDATION_FAILED'>;
    throw new Refused(faults.map((fault) => toRefusal(fault, item)));
  }
};

const planTreatment = (
  item: ImportItem,
  stored: TreatmentRecord | undefined,
  added: AddedColors,
  now: Date,
): TreatmentFields | undefined => {
  const before = stored?.protocols ?? [];
  const { protocols: rows } = item.disease;
  const given = {
    ...item.disease,
    ...(Array.isArray(rows) && {
      protocols: rows.map((row: unknown) =>
        typeof row === 'object' && row !== null && 'color' in row
          ? { ...row, color: toColor(row.color, added, before) }
          : row,
      ),
    }),
  };
  const input = parse(importedTreatment, given, item);
  const isEmpty = !input.descriptionEn && !input.descriptionKn && !input.protocols?.length;
  if (isEmpty) return undefined;
  const texts = {
    descriptionEn: input.descriptionEn || stored?.descriptionEn || '',
    descriptionKn: input.descriptionKn || stored?.descriptionKn || '',
    // A file without this column says nothing about who wrote the text.
    machineTranslatedBy:
      given.machineTranslatedBy === undefined && stored?.translation.needsReview
        ? stored.translation.engine
        : input.machineTranslatedBy,
  };
  const protocols = input.protocols?.map((protocol, index) => ({
    ...protocol,
    ...(before[index] && { id: before[index]._id.toHexString() }),
  }));
  return {
    ...mergeDescriptions(stored, texts, now),
    protocols: protocols
      ? findColors(item, () => buildProtocols(protocols, before, added.looks, now))
      : before,
    isSample: false,
  };
};

const hasSameTreatment = (stored: TreatmentRecord, planned: TreatmentFields): boolean => {
  const texts = ({ descriptionEn, descriptionKn, translation, protocols }: TreatmentFields) => ({
    descriptionEn,
    descriptionKn,
    state: [translation.engine ?? '', translation.needsReview, translation.outdated],
    protocols: protocols.map((protocol) => protocolFieldNames.map((name) => protocol[name] ?? '')),
  });
  return isDeepStrictEqual(texts(stored as TreatmentFields), texts(planned));
};

const planChange = (
  item: ImportItem,
  { id, disease, treatment }: Stored,
  { importId, added, now }: PlanContext,
): Plan => {
  const given = item.disease;
  const named = pickFields(
    given,
    diseaseFieldNames.filter((name) => given[name] !== undefined),
  );
  const known = disease && pickFields(toDisease(disease), diseaseFieldNames);
  const input = parse(diseaseInput, { ...known, ...named }, item);
  const nextTreatment = planTreatment(item, treatment, added, now);
  const changed = diseaseFieldNames.filter(
    (name) => !known || !isDeepStrictEqual(known[name], input[name]),
  );
  const changesTreatment =
    nextTreatment !== undefined && !(treatment && hasSameTreatment(treatment, nextTreatment));
  if (changed.length === 0 && !changesTreatment) return { kind: 'unchanged' };
  return {
    kind: disease ? 'updated' : 'created',
    line: item.line,
    names: input,
    fields: [...changed, ...(changesTreatment ? ['treatment'] : [])],
    ...(changed.length > 0 && { disease: input }),
    ...(changesTreatment && { treatment: nextTreatment }),
    change: {
      diseaseId: id,
      ...(changed.length > 0 && {
        disease: disease
          ? {
              before: {
                version: disease.version,
                fields: { ...known, isSample: disease.isSample === true },
              },
            }
          : {},
      }),
      ...(changesTreatment && {
        treatment: treatment
          ? {
              id: treatment._id,
              before: {
                version: treatment.version,
                fields: {
                  ...pickFields(treatment, [
                    'descriptionEn',
                    'descriptionKn',
                    'translation',
                    'protocols',
                  ]),
                  isSample: treatment.isSample === true,
                },
              },
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

/** A planned change as administrators see it. */
export const toPlannedChange = (plan: Extract<Plan, { change: ImportChange }>): PlannedChange => ({
  line: plan.line,
  action: plan.kind === 'created' ? 'create' : 'update',
  nameEn: plan.names.nameEn,
  nameKn: plan.names.nameKn,
  fields: plan.kind === 'created' ? [] : plan.fields,
});

/** The common fields of a record that an import creates. */
export const newImported = (id: Types.ObjectId, now: Date) => ({
  ...newRecord(id, now),
  updatedAt: now,
});
