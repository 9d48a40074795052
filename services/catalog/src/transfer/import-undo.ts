import { backgroundContext, type RpcClient } from '@ctdb/chassis';
import { listImages, type Subject } from '@ctdb/contracts';
import type { Types } from 'mongoose';
import type { ImportChange, KeptDisease } from '../records/import.record.js';
import type { ImportWriter, RecordState, StateFilter, VersionedUpdate } from './import-writer.js';
import { importCommand } from './importer.js';

/** Treatments of one question to media. */
const MAX_IMAGE_TREATMENTS = 100;
/** A record that an import has created, and that was not changed since. */
const unchanged: StateFilter = { version: 1, deletedAt: null };

/** What became of some changes. */
export interface UndoResult {
  undone: number;
  kept: KeptDisease[];
}

/** `none`: there is nothing to take back; `done`: an earlier worker has; `keep`: it was changed since. */
type Verdict = 'takeBack' | 'none' | 'done' | 'keep';
type Part = ImportChange['disease'];

interface Judged {
  change: ImportChange;
  verdict: Verdict;
}

/** Takes back the changes of one import, except where a disease was changed since. */
export class ImportUndo {
  private readonly command: string;
  private readonly undoCommand: string;
  /** A disease that this undoing has moved to the trash, and that was not changed since. */
  private readonly hidden: StateFilter;

  constructor(
    importId: Types.ObjectId,
    private readonly administrator: Subject,
    private readonly writer: ImportWriter,
    private readonly rpc: RpcClient,
  ) {
    this.command = importCommand(importId);
    this.undoCommand = `undo ${this.command}`;
    this.hidden = { version: 2, deletedAt: { $ne: null }, recentCommands: this.undoCommand };
  }

  /** It may be repeated after a death in its middle. */
  async run(changes: readonly ImportChange[]): Promise<UndoResult> {
    const now = new Date();
    const hide = { deletedAt: now, changedAt: now };
    // A disease in the trash gets no further notes, entries and images.
    const hidden = createdIds(await this.judge(changes));
    await this.writer.updateAll(hidden, unchanged, hide, this.undoCommand);
    // An administrator may have changed something before they were hidden.
    const judged = await this.judge(changes);
    const candidates = judged.filter(({ verdict }) => verdict === 'takeBack');
    const used = await this.findUsed(candidates.map(({ change }) => change));
    const takenBack = candidates.filter((each) => !used.has(toHex(each)));
    await this.takeBack(takenBack.map(({ change }) => change));
    // Or what is taken back, before its write, which does nothing then.
    const after = await this.judge(takenBack.map(({ change }) => change));
    await this.writer.delete('diseases', createdIds(after), this.hidden);
    const kept = [
      ...judged.filter((each) => each.verdict === 'keep' || used.has(toHex(each))),
      ...after.filter(({ verdict }) => verdict === 'keep'),
    ];
    await this.show(kept);
    const done = judged.filter(({ verdict }) => verdict === 'done').length;
    return {
      undone: after.filter(({ verdict }) => verdict !== 'keep').length + done,
      kept: await this.describe(kept.map(({ change }) => change.diseaseId)),
    };
  }

  private async judge(changes: readonly ImportChange[]): Promise<Judged[]> {
    const treatmentIds = changes.flatMap(({ treatment }) => treatment?.id ?? []);
    const [diseases, treatments] = await Promise.all([
      this.writer.findStates(
        'diseases',
        changes.map(({ diseaseId }) => diseaseId),
      ),
      this.writer.findStates('treatments', treatmentIds),
    ]);
    const states = new Map(
      [...diseases, ...treatments].map((each) => [each._id.toHexString(), each]),
    );
    return changes.map((change) => {
      const { diseaseId, disease, treatment } = change;
      const verdicts = [
        this.judgeRecord(disease, states.get(diseaseId.toHexString())),
        this.judgeRecord(treatment, treatment && states.get(treatment.id.toHexString())),
      ];
      const verdict = (['keep', 'takeBack', 'done'] as const).find((one) => verdicts.includes(one));
      return { change, verdict: verdict ?? 'none' };
    });
  }

  private judgeRecord(part: Part, state: RecordState | undefined): Verdict {
    if (!part) return 'none';
    if (!state) return part.before ? 'none' : 'done';
    const { version, deletedAt, recentCommands } = state;
    const isUndone = recentCommands.includes(this.undoCommand);
    if (!part.before) {
      const isHidden = isUndone && version === this.hidden.version && deletedAt !== null;
      const isNew = version === unchanged.version && !deletedAt;
      return isHidden || isNew ? 'takeBack' : 'keep';
    }
    if (isUndone) return 'done';
    if (version === part.before.version + 1 && !deletedAt)
      return recentCommands.includes(this.command) ? 'takeBack' : 'none';
    return version <= part.before.version ? 'none' : 'keep';
  }

  /** The diseases whose new treatment has got a note, an entry or an image, or that have got another one. */
  private async findUsed(changes: readonly ImportChange[]): Promise<Set<string>> {
    const created = changes.filter(
      ({ disease, treatment }) => isCreated(disease) || isCreated(treatment),
    );
    const ids = created.map(({ diseaseId }) => diseaseId);
    if (ids.length === 0) return new Set();
    const [withEntries, treatments] = await Promise.all([
      this.writer.findWithEntries(ids),
      this.writer.findTreatments(ids),
    ]);
    const own = new Set(created.map(({ treatment }) => treatment?.id.toHexString()));
    const withOthers = treatments.filter(({ _id }) => !own.has(_id.toHexString()));
    const withImages = await this.findWithImages(treatments.map(({ _id }) => _id.toHexString()));
    const diseasesWithImages = treatments.filter(({ _id }) => withImages.has(_id.toHexString()));
    return new Set([
      ...withEntries,
      ...[...withOthers, ...diseasesWithImages].map(({ diseaseId }) => diseaseId.toHexString()),
    ]);
  }

  private async findWithImages(treatmentIds: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let start = 0; start < treatmentIds.length; start += MAX_IMAGE_TREATMENTS) {
      const request = { treatmentIds: treatmentIds.slice(start, start + MAX_IMAGE_TREATMENTS) };
      const context = backgroundContext({ subject: this.administrator });
      const { images } = await this.rpc.call(listImages, request, context);
      for (const { treatmentId } of images) found.add(treatmentId);
    }
    return found;
  }

  private async show(kept: readonly Judged[]): Promise<void> {
    const ids = kept
      .filter(({ change }) => isCreated(change.disease))
      .map(({ change }) => change.diseaseId);
    const set = { deletedAt: null, changedAt: new Date() };
    await this.writer.updateAll(ids, this.hidden, set, `keep ${this.command}`);
  }

  /** Takes back everything but the diseases that are created. */
  private async takeBack(changes: readonly ImportChange[]): Promise<void> {
    const now = new Date();
    const diseases: VersionedUpdate[] = [];
    const treatments: VersionedUpdate[] = [];
    const createdTreatments: Types.ObjectId[] = [];
    for (const { diseaseId, disease, treatment } of changes) {
      if (disease?.before) {
        const { version, fields } = disease.before;
        const set = { ...fields, updatedAt: now, changedAt: now };
        diseases.push({ id: diseaseId, version: version + 1, set });
      }
      if (!treatment) continue;
      if (treatment.before) {
        const { version, fields } = treatment.before;
        const set = { ...fields, updatedAt: now };
        treatments.push({ id: treatment.id, version: version + 1, set });
      } else createdTreatments.push(treatment.id);
    }
    await this.writer.update('treatments', treatments, this.undoCommand);
    await this.writer.update('diseases', diseases, this.undoCommand);
    await this.writer.delete('treatments', createdTreatments, unchanged);
  }

  private async describe(ids: readonly Types.ObjectId[]): Promise<KeptDisease[]> {
    if (ids.length === 0) return [];
    const diseases = await this.writer.findDiseases(ids);
    return diseases.map(({ _id, nameEn, nameKn }) => ({ diseaseId: _id, nameEn, nameKn }));
  }
}

const isCreated = (part: Part): boolean => part !== undefined && part.before === undefined;

const toHex = ({ change }: Judged): string => change.diseaseId.toHexString();

/** The diseases that are created and can be taken back. */
const createdIds = (judged: readonly Judged[]): Types.ObjectId[] =>
  judged
    .filter(({ change, verdict }) => verdict === 'takeBack' && isCreated(change.disease))
    .map(({ change }) => change.diseaseId);
