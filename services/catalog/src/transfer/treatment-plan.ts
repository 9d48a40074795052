import { isDeepStrictEqual } from 'node:util';
import {
  fold,
  isProtocolColor,
  MAX_PROTOCOLS,
  objectId,
  protocolFieldNames,
  protocolInput,
  treatmentUpdate,
} from '@ctdb/contracts';
import type { Types } from 'mongoose';
import { z } from 'zod';
import type { TreatmentFields } from '../records/import.record.js';
import type { StoredProtocol, TreatmentRecord } from '../records/treatment.record.js';
import { buildProtocols } from '../treatments/protocols.js';
import { mergeDescriptions } from '../treatments/translation-state.js';
import type { ImportItem } from './import-item.js';
import { settleLineEnds } from './import-losses.js';
import { assertNone, findLostTexts, parseItem, type AddedColors } from './item-refusals.js';

/** What holds for all items of a batch. */
export interface PlanContext {
  importId: Types.ObjectId;
  added: AddedColors;
  now: Date;
  /** Diseases that would lose something are refused. */
  refusesLosses: boolean;
}

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

/** Neither a color nor an id: the contract refuses it. */
const NO_COLOR = '-';

/** The id of a color by the names that exports and people give it; the text itself where there is none. */
const toColor = (text: unknown, added: AddedColors, before: readonly StoredProtocol[]): unknown => {
  if (typeof text !== 'string') return text;
  const name = fold(text);
  if (isProtocolColor(name)) return name;
  const used = before.find(
    ({ color, colorLook }) => color === name || (colorLook && fold(colorLook.nameEn) === name),
  );
  const id = used?.color ?? added.ids.get(name) ?? name;
  const isThere = used !== undefined || added.looks.has(id);
  return objectId.safeParse(id).success && !isThere ? NO_COLOR : id;
};

type ProtocolFields = z.output<typeof importedProtocols>[number];

/** By which protocols of the file are taken for stored ones, the surest first. */
const protocolKeys: readonly ((protocol: ProtocolFields | StoredProtocol) => string)[] = [
  (protocol) =>
    JSON.stringify(
      protocolFieldNames.map((name) => settleLineEnds(protocol[name] ?? '', undefined)),
    ),
  ({ color, applicationArea }) => `${color}\n${applicationArea}`,
  ({ color }) => color,
];

/** The stored protocol that each one of the file is, wherever it stands. */
const matchProtocols = (
  given: readonly ProtocolFields[],
  before: readonly StoredProtocol[],
): (StoredProtocol | undefined)[] => {
  const found = new Map<ProtocolFields, StoredProtocol>();
  const rest = new Set(before);
  for (const key of protocolKeys)
    for (const protocol of given) {
      if (found.has(protocol)) continue;
      const same = [...rest].find((each) => key(each) === key(protocol));
      if (!same) continue;
      found.set(protocol, same);
      rest.delete(same);
    }
  return given.map((protocol) => found.get(protocol));
};

/** The protocols to store. Those that are stored keep their order, which rows of a file do not change. */
const planProtocols = (
  given: readonly ProtocolFields[],
  before: readonly StoredProtocol[],
  { added, now }: PlanContext,
): StoredProtocol[] => {
  const matches = matchProtocols(given, before);
  const settled = given.map((protocol, index) => {
    const same = matches[index];
    if (!same) return protocol;
    const texts = protocolFieldNames.map((name) => [
      name,
      settleLineEnds(protocol[name], same[name]),
    ]);
    return { ...(Object.fromEntries(texts) as ProtocolFields), id: same._id.toHexString() };
  });
  const placeOf = ({ _id }: StoredProtocol) => {
    const place = before.findIndex((each) => each._id.equals(_id));
    return place < 0 ? before.length : place;
  };
  return buildProtocols(settled, before, added.looks, now).sort(
    (one, other) => placeOf(one) - placeOf(other),
  );
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

/**
 * The treatment as it is to be; undefined where the file says nothing of it, or nothing new. Throws
 * `Refused`.
 */
export const planTreatment = (
  item: ImportItem,
  stored: TreatmentRecord | undefined,
  context: PlanContext,
): TreatmentFields | undefined => {
  const { added, now } = context;
  const before = stored?.protocols ?? [];
  const { protocols: rows } = item.disease;
  const given = {
    ...item.disease,
    descriptionEn: settleLineEnds(item.disease.descriptionEn, stored?.descriptionEn),
    descriptionKn: settleLineEnds(item.disease.descriptionKn, stored?.descriptionKn),
    ...(Array.isArray(rows) && {
      protocols: rows.map((row: unknown) =>
        typeof row === 'object' && row !== null && 'color' in row
          ? { ...row, color: toColor(row.color, added, before) }
          : row,
      ),
    }),
  };
  const input = parseItem(importedTreatment, given, item, added);
  const isEmpty = !input.descriptionEn && !input.descriptionKn && !input.protocols?.length;
  if (isEmpty) return undefined;
  assertNone([
    ...findLostTexts(['descriptionEn', 'descriptionKn'], item.line, input, stored ? [stored] : []),
    ...(input.protocols ?? []).flatMap((protocol, index) =>
      findLostTexts(protocolFieldNames, item.protocolLines[index] ?? item.line, protocol, before),
    ),
  ]);
  const texts = {
    descriptionEn: input.descriptionEn || stored?.descriptionEn || '',
    descriptionKn: input.descriptionKn || stored?.descriptionKn || '',
    // A file without this column says nothing about who wrote the text.
    machineTranslatedBy:
      given.machineTranslatedBy === undefined && stored?.translation.needsReview
        ? stored.translation.engine
        : input.machineTranslatedBy,
  };
  const planned = {
    ...mergeDescriptions(stored, texts, now),
    protocols: input.protocols ? planProtocols(input.protocols, before, context) : before,
    isSample: false,
  };
  return stored && hasSameTreatment(stored, planned) ? undefined : planned;
};
