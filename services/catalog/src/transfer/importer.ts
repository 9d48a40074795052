import { newRecord, toObjectId } from '@ctdb/chassis';
import type { Refusal, SimilarName } from '@ctdb/contracts';
import type { Types } from 'mongoose';
import { shorten, type ImportItem } from './import-item.js';
import { ImportNames, SEVERAL } from './import-names.js';
import { itemId, newDiseaseId, planItem, type ChangingPlan, type Plan } from './import-plan.js';
import type { ImportWriter, VersionedUpdate } from './import-writer.js';
import {
  recordKinds,
  recordsOf,
  restoreBefore,
  toParts,
  type ChangedRecord,
  type RecordKind,
  type StoredRecords,
} from './stored-changes.js';
import type { PlanContext } from './treatment-plan.js';

/** The disease that an item is about, and what a new one is called very like. */
interface Target {
  id: string;
  similar?: SimilarName['other'] | undefined;
}

/** A record as it is to be. */
interface RecordWrite extends ChangedRecord {
  plan: ChangingPlan;
  set: object;
}

const refuse = ({ line }: { line: number }, refusal: Omit<Refusal, 'line'>): Plan => ({
  kind: 'refused',
  refusals: [{ line, ...refusal }],
});

const toWrites = (plan: ChangingPlan, kind: RecordKind): RecordWrite[] => {
  const set =
    kind === 'diseases'
      ? { ...plan.disease, isSample: false, changedAt: new Date() }
      : { ...plan.treatment, diseaseId: plan.change.diseaseId };
  const records = recordsOf(plan.change).filter((record) => record.kind === kind);
  return records.map((record) => ({ ...record, plan, set }));
};

/** The command that an import's change of a record is recognised by. */
export const importCommand = (importId: Types.ObjectId): string =>
  `import ${importId.toHexString()}`;

/**
 * Decides what becomes of the diseases of a file, batch by batch and in their order, and changes them.
 * A batch may be repeated after a crash: its changes are stored before they are made.
 */
export class Importer {
  private readonly names = new ImportNames();
  /** The line of each disease that the file has named. */
  private readonly seen = new Map<string, number>();

  private constructor(
    private readonly writer: ImportWriter,
    private readonly context: Omit<PlanContext, 'now'>,
  ) {}

  static async create(
    importId: Types.ObjectId,
    writer: ImportWriter,
    { refusesLosses }: { refusesLosses: boolean },
  ): Promise<Importer> {
    const added = await writer.addedColors();
    const importer = new Importer(writer, { importId, added, refusesLosses });
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
    const stored: StoredRecords = { diseases: new Map(), treatments: new Map() };
    const { diseases, treatments } = stored;
    const given = items.flatMap((item) => itemId(item) ?? []);
    await this.findDiseases(given, stored);
    const targets = items.map((item) => this.target(item, diseases));
    const ids = targets.flatMap((target) => ('id' in target ? [target.id] : []));
    const others = ids.filter((id) => !diseases.has(id));
    const [found, begun] = await Promise.all([
      this.writer.findTreatments(ids.map(toObjectId)),
      offset === undefined ? [] : this.writer.findChangesAt(this.context.importId, offset),
      this.findDiseases(others, stored),
    ]);
    for (const treatment of found) treatments.set(treatment.diseaseId.toHexString(), treatment);
    for (const change of begun) restoreBefore(change, stored);
    const context = { ...this.context, now: new Date() };
    return items.map((item, index) => {
      const target = targets[index] ?? { kind: 'unchanged' };
      if (!('id' in target)) return target;
      const { id, similar } = target;
      const disease = diseases.get(id);
      if (disease?.deletedAt) return refuse(item, { field: 'id', code: 'IN_TRASH', value: id });
      const known = { id: toObjectId(id), disease, treatment: treatments.get(id) };
      const plan = planItem(item, known, context);
      return plan.kind === 'created' ? { ...plan, similar } : plan;
    });
  }

  /**
   * Changes what is planned of a batch; `offset` is the place of its first item in the file. The plans of those
   * that another writer has come before are refused. Of such a one the disease may be changed, where only its
   * treatment was changed meanwhile.
   */
  async apply(items: readonly ImportItem[], offset: number) {
    const plans = await this.plan(items, offset);
    const changing = plans.filter((plan) => 'change' in plan);
    const changes = changing.map(({ change }) => change);
    if (changes.length === 0) return { plans, changes };
    const begun = await this.writer.findChangesAt(this.context.importId, offset);
    await this.writer.insertChanges(toParts(changes, begun, this.context.importId, offset));
    const lost = new Set<Plan>();
    for (const kind of recordKinds) {
      const left = changing.filter((plan) => !lost.has(plan));
      const writes = left.flatMap((plan) => toWrites(plan, kind));
      await this.write(kind, writes);
      for (const plan of await this.findLost(writes)) lost.add(plan);
    }
    const done = plans.map((plan) =>
      'change' in plan && lost.has(plan)
        ? refuse(plan, { field: '', code: 'CHANGED_MEANWHILE' })
        : plan,
    );
    return { plans: done, changes };
  }

  private async findDiseases(ids: readonly string[], { diseases }: StoredRecords): Promise<void> {
    if (ids.length === 0) return;
    const found = await this.writer.findDiseases(ids.map(toObjectId));
    for (const disease of found) diseases.set(disease._id.toHexString(), disease);
  }

  private named({ disease: { nameEn, nameKn } }: ImportItem): string | undefined {
    if (typeof nameEn !== 'string' || typeof nameKn !== 'string') return undefined;
    return this.names.find({ nameEn, nameKn });
  }

  /** What an item is about, or why that cannot be said. */
  private target(item: ImportItem, stored: ReadonlyMap<string, unknown>): Plan | Target {
    if (item.refusals.length > 0) return { kind: 'refused', refusals: item.refusals };
    const { id, nameEn, nameKn } = item.disease;
    const own = itemId(item);
    if (id !== undefined && id !== '' && own === undefined)
      return refuse(item, { field: 'id', code: 'WRONG_FORMAT', value: shorten(String(id)) });
    const named = this.named(item);
    const found = own && stored.has(own) ? own : (named ?? own);
    if (found === SEVERAL) {
      const value = shorten(String(nameEn));
      return refuse(item, { field: 'nameEn', code: 'AMBIGUOUS_NAMES', value });
    }
    const target = found ?? newDiseaseId(this.context.importId, item).toHexString();
    const line = this.seen.get(target);
    if (line !== undefined)
      return refuse(item, { field: 'id', code: 'DUPLICATE_ROW', params: { line } });
    this.seen.set(target, item.line);
    if (typeof nameEn !== 'string' || typeof nameKn !== 'string') return { id: target };
    const names = { nameEn, nameKn };
    const similar = named ? undefined : this.names.findSimilar(names);
    this.names.set(names, target);
    return { id: target, similar };
  }

  /** Adds those that were not there before, and changes the others. */
  private async write(kind: RecordKind, writes: readonly RecordWrite[]): Promise<void> {
    const now = new Date();
    const records: object[] = [];
    const updates: VersionedUpdate[] = [];
    for (const { id, before, set } of writes)
      if (before) updates.push({ id, version: before.version, set: { ...set, updatedAt: now } });
      else records.push({ ...newRecord(id, now), ...set, updatedAt: now });
    await Promise.all([
      this.writer.insert(kind, records),
      this.writer.update(kind, updates, importCommand(this.context.importId)),
    ]);
  }

  /** The plans whose record another writer has changed, or added, first. */
  private async findLost(writes: readonly RecordWrite[]): Promise<Plan[]> {
    // A disease that is created now, and its treatment, cannot have been changed before.
    const doubtful = writes.filter(({ before, plan }) => before ?? plan.kind === 'updated');
    if (doubtful.length === 0) return [];
    const states = await this.writer.findStates(doubtful);
    const command = importCommand(this.context.importId);
    const isDone = ({ id, before }: RecordWrite) => {
      const state = states.get(id.toHexString());
      return state !== undefined && (!before || state.recentCommands.includes(command));
    };
    return doubtful.filter((write) => !isDone(write)).map(({ plan }) => plan);
  }
}
