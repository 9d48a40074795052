import { newRecord, toObjectId } from '@ctdb/chassis';
import type { Refusal, SimilarName } from '@ctdb/contracts';
import type { Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import { shorten, type ImportItem } from './import-item.js';
import { ImportNames, SEVERAL } from './import-names.js';
import { itemId, newDiseaseId, planItem, type ChangingPlan, type Plan } from './import-plan.js';
import type { ImportWriter, RecordState, VersionedUpdate } from './import-writer.js';
import type { AddedColors } from './item-refusals.js';
import { restoreBefore, toParts } from './stored-changes.js';

const isChanging = (plan: Plan): plan is ChangingPlan => 'change' in plan;

const refuse = ({ line }: ImportItem, refusal: Omit<Refusal, 'line'>): Plan => ({
  kind: 'refused',
  refusals: [{ line, ...refusal }],
});

/** A record as it is to be, and its version before, if there was one. */
interface RecordWrite {
  id: Types.ObjectId;
  before?: { version: number } | undefined;
  set: object;
}

const toDiseaseWrite = ({ disease, change }: ChangingPlan): RecordWrite[] => {
  const set = { ...disease, isSample: false, changedAt: new Date() };
  return disease ? [{ id: change.diseaseId, before: change.disease?.before, set }] : [];
};

const toTreatmentWrite = ({ treatment, change }: ChangingPlan): RecordWrite[] => {
  const set = { ...treatment, diseaseId: change.diseaseId };
  return treatment && change.treatment ? [{ ...change.treatment, set }] : [];
};

/** The command that an import's change of a record is recognised by. */
export const importCommand = (importId: Types.ObjectId): string =>
  `import ${importId.toHexString()}`;

/**
 * Decides what becomes of the diseases of a file, batch by batch and in their order, and changes them.
 * A batch may be repeated after a death in its middle: what it was about to do is stored before.
 */
export class Importer {
  private readonly names = new ImportNames();
  /** The line of each disease that the file has named. */
  private readonly seen = new Map<string, number>();
  /** What the diseases that the file adds are called very like. */
  private readonly similar = new WeakMap<ImportItem, SimilarName['other']>();

  private constructor(
    private readonly importId: Types.ObjectId,
    private readonly writer: ImportWriter,
    private readonly added: AddedColors,
    private readonly refusesLosses: boolean,
  ) {}

  static async create(
    importId: Types.ObjectId,
    writer: ImportWriter,
    { refusesLosses }: { refusesLosses: boolean },
  ): Promise<Importer> {
    const importer = new Importer(importId, writer, await writer.addedColors(), refusesLosses);
    for await (const { _id, ...names } of writer.names())
      importer.names.load(names, _id.toHexString());
    return importer;
  }

  /** Takes note of a disease that an earlier worker has done. */
  skip(item: ImportItem): void {
    const id = itemId(item) ?? this.named(item);
    if (id) this.seen.set(id, item.line);
  }

  /** What becomes of each item of a batch; `offset` is the place of the first one, where it is to be changed. */
  async plan(items: readonly ImportItem[], offset?: number): Promise<Plan[]> {
    const given = items.flatMap((item) => itemId(item) ?? []);
    const diseases = await this.findDiseases(given, new Map());
    const targets = items.map((item) => this.target(item, diseases));
    const ids = targets.flatMap((target) => (typeof target === 'string' ? [target] : []));
    await this.findDiseases(
      ids.filter((id) => !diseases.has(id)),
      diseases,
    );
    const [treatments, parts] = await Promise.all([
      this.writer.findTreatments(ids.map(toObjectId)),
      offset === undefined ? [] : this.writer.findChangesAt(this.importId, offset),
    ]);
    const treatmentOf = new Map(treatments.map((each) => [each.diseaseId.toHexString(), each]));
    for (const change of parts.flatMap(({ changes }) => changes))
      restoreBefore(change, diseases, treatmentOf);
    const { importId, added, refusesLosses } = this;
    const context = { importId, added, refusesLosses, now: new Date() };
    return items.map((item, index) => {
      const target = targets[index];
      if (typeof target !== 'string') return target ?? { kind: 'unchanged' };
      const disease = diseases.get(target);
      if (disease?.deletedAt) return refuse(item, { field: 'id', code: 'IN_TRASH', value: target });
      const stored = { id: toObjectId(target), disease, treatment: treatmentOf.get(target) };
      const plan = planItem(item, stored, context);
      return plan.kind === 'created' ? { ...plan, similar: this.similar.get(item) } : plan;
    });
  }

  /** Makes the changes of a batch. The plans of those that another writer has come before are refused. */
  async apply(plans: readonly Plan[], offset: number): Promise<Plan[]> {
    const changing = plans.filter(isChanging);
    if (changing.length === 0) return [...plans];
    const stored = await this.writer.findChangesAt(this.importId, offset);
    const changes = changing.map(({ change }) => change);
    await this.writer.insertChanges(toParts(changes, stored, this.importId, offset));
    const command = importCommand(this.importId);
    await this.write('diseases', changing.flatMap(toDiseaseWrite), command);
    const lostDiseases = await this.findLost('diseases', changing, command);
    const others = changing.filter((plan) => !lostDiseases.has(plan));
    await this.write('treatments', others.flatMap(toTreatmentWrite), command);
    const lostTreatments = await this.findLost('treatments', others, command);
    return plans.map((plan) =>
      isChanging(plan) && (lostDiseases.has(plan) || lostTreatments.has(plan))
        ? {
            kind: 'refused',
            refusals: [{ line: plan.line, field: '', code: 'CHANGED_MEANWHILE' }],
          }
        : plan,
    );
  }

  private async findDiseases(
    ids: readonly string[],
    into: Map<string, DiseaseRecord>,
  ): Promise<Map<string, DiseaseRecord>> {
    if (ids.length === 0) return into;
    const found = await this.writer.findDiseases(ids.map(toObjectId));
    for (const disease of found) into.set(disease._id.toHexString(), disease);
    return into;
  }

  private named({ disease: { nameEn, nameKn } }: ImportItem): string | undefined {
    if (typeof nameEn !== 'string' || typeof nameKn !== 'string') return undefined;
    return this.names.find({ nameEn, nameKn });
  }

  /** The id of the disease that an item is about, or why there is none. */
  private target(item: ImportItem, stored: ReadonlyMap<string, unknown>): Plan | string {
    if (item.refusals.length > 0) return { kind: 'refused', refusals: item.refusals };
    const { id, nameEn, nameKn } = item.disease;
    const own = itemId(item);
    if (id !== undefined && id !== '' && own === undefined)
      return refuse(item, { field: 'id', code: 'WRONG_FORMAT', value: shorten(String(id)) });
    const named = this.named(item);
    const found = own && stored.has(own) ? own : (named ?? own);
    if (found === SEVERAL)
      return refuse(item, {
        field: 'nameEn',
        code: 'AMBIGUOUS_NAMES',
        value: shorten(String(nameEn)),
      });
    const target = found ?? newDiseaseId(this.importId, item).toHexString();
    const line = this.seen.get(target);
    if (line !== undefined)
      return refuse(item, { field: 'id', code: 'DUPLICATE_ROW', params: { line } });
    this.seen.set(target, item.line);
    if (typeof nameEn === 'string' && typeof nameKn === 'string') {
      const names = { nameEn, nameKn };
      const similar = named ? undefined : this.names.findSimilar(names);
      if (similar) this.similar.set(item, similar);
      this.names.set(names, target);
    }
    return target;
  }

  /** Adds those that were not there before, and changes the others. */
  private async write(
    kind: 'diseases' | 'treatments',
    writes: readonly RecordWrite[],
    command: string,
  ): Promise<void> {
    const now = new Date();
    const records: object[] = [];
    const updates: VersionedUpdate[] = [];
    for (const { id, before, set } of writes)
      if (before) updates.push({ id, version: before.version, set: { ...set, updatedAt: now } });
      else records.push({ ...newRecord(id, now), ...set, updatedAt: now });
    await Promise.all([
      this.writer.insert(kind, records),
      this.writer.update(kind, updates, command),
    ]);
  }

  /** The plans whose record another writer has changed, or added, first. */
  private async findLost(
    kind: 'diseases' | 'treatments',
    plans: readonly ChangingPlan[],
    command: string,
  ): Promise<Set<ChangingPlan>> {
    const targets = plans.flatMap((plan) => {
      const { diseaseId, disease, treatment } = plan.change;
      const id = kind === 'diseases' ? disease && diseaseId : treatment?.id;
      const before = (kind === 'diseases' ? disease : treatment)?.before;
      // A disease that is created now, and its treatment, cannot have been changed before.
      return id && (before ?? plan.kind === 'updated') ? [{ plan, id, isNew: !before }] : [];
    });
    if (targets.length === 0) return new Set();
    const states = await this.writer.findStates(
      kind,
      targets.map(({ id }) => id),
    );
    const byId = new Map(states.map((state) => [state._id.toHexString(), state]));
    const isDone = (isNew: boolean, state: RecordState | undefined) =>
      state !== undefined && (isNew || state.recentCommands.includes(command));
    return new Set(
      targets
        .filter(({ id, isNew }) => !isDone(isNew, byId.get(id.toHexString())))
        .map(({ plan }) => plan),
    );
  }
}
