import { backgroundContext, type RpcClient } from '@ctdb/chassis';
import { listImages, type Subject } from '@ctdb/contracts';
import type { Types } from 'mongoose';
import type { ImportChange } from '../records/import.record.js';
import type { ImportWriter, RecordState, StateFilter } from './import-writer.js';
import { importCommand } from './importer.js';
import { chunk, recordKinds, recordsOf, type ChangedRecord } from './stored-changes.js';

/** Treatments of one question to media. */
const MAX_IMAGE_TREATMENTS = 100;
/** A record that an import has created, and that was not changed since. */
const unchanged: StateFilter = { version: 1, deletedAt: null };

/**
 * `keep`: it was changed since; `done`: an earlier worker has taken it back; `none`: there is nothing to take
 * back. The first one that a record has holds for its disease.
 */
const verdicts = ['keep', 'takeBack', 'done', 'none'] as const;
type Verdict = (typeof verdicts)[number];

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

  /** Returns how many diseases are undone, and which are kept. It may be repeated after a crash. */
  async run(changes: readonly ImportChange[]) {
    const now = new Date();
    const hide = { deletedAt: now, changedAt: now };
    // A disease in the trash gets no further notes, entries and images.
    const hidden = createdIds((await this.judge(changes)).filter(canBeTakenBack));
    await this.writer.updateAll(hidden, unchanged, hide, this.undoCommand);
    // An administrator may have changed something before they were hidden.
    const judged = await this.judge(changes);
    const candidates = judged.filter(canBeTakenBack);
    const used = await this.findUsed(candidates.map(({ change }) => change));
    const takenBack = candidates.filter((each) => !used.has(toHex(each)));
    await this.takeBack(takenBack.flatMap(({ change }) => recordsOf(change)));
    // Or what is taken back, before its write, which does nothing then.
    const after = await this.judge(takenBack.map(({ change }) => change));
    await this.writer.delete('diseases', createdIds(after.filter(canBeTakenBack)), this.hidden);
    const kept = [
      ...judged.filter((each) => each.verdict === 'keep' || used.has(toHex(each))),
      ...after.filter(({ verdict }) => verdict === 'keep'),
    ];
    const shown = { deletedAt: null, changedAt: new Date() };
    await this.writer.updateAll(createdIds(kept), this.hidden, shown, `keep ${this.command}`);
    const diseases = await this.writer.findDiseases(kept.map(({ change }) => change.diseaseId));
    const done = judged.filter(({ verdict }) => verdict === 'done').length;
    return {
      undone: after.filter(({ verdict }) => verdict !== 'keep').length + done,
      kept: diseases.map(({ _id, nameEn, nameKn }) => ({ diseaseId: _id, nameEn, nameKn })),
    };
  }

  private async judge(changes: readonly ImportChange[]): Promise<Judged[]> {
    const states = await this.writer.findStates(changes.flatMap(recordsOf));
    return changes.map((change) => {
      const found = recordsOf(change).map((record) =>
        this.judgeRecord(record, states.get(record.id.toHexString())),
      );
      return { change, verdict: verdicts.find((one) => found.includes(one)) ?? 'none' };
    });
  }

  private judgeRecord({ before }: ChangedRecord, state: RecordState | undefined): Verdict {
    if (!state) return before ? 'none' : 'done';
    const { version, deletedAt, recentCommands } = state;
    const isUndone = recentCommands.includes(this.undoCommand);
    if (!before) {
      const isHidden = isUndone && version === this.hidden.version && deletedAt !== null;
      const isNew = version === unchanged.version && !deletedAt;
      return isHidden || isNew ? 'takeBack' : 'keep';
    }
    if (isUndone) return 'done';
    if (version === before.version + 1 && !deletedAt)
      return recentCommands.includes(this.command) ? 'takeBack' : 'none';
    return version <= before.version ? 'none' : 'keep';
  }

  /** The diseases whose new treatment has got a note, an entry or an image, or that have got another one. */
  private async findUsed(changes: readonly ImportChange[]): Promise<Set<string>> {
    const created = changes.filter((change) => recordsOf(change).some(({ before }) => !before));
    const ids = created.map(({ diseaseId }) => diseaseId);
    if (ids.length === 0) return new Set();
    const [withEntries, treatments] = await Promise.all([
      this.writer.findWithEntries(ids),
      this.writer.findTreatments(ids),
    ]);
    const own = new Set(created.map(({ treatment }) => treatment?.id.toHexString()));
    const withImages = await this.findWithImages(treatments.map(({ _id }) => _id.toHexString()));
    const used = treatments.filter(({ _id }) => {
      const id = _id.toHexString();
      return !own.has(id) || withImages.has(id);
    });
    return new Set([...withEntries, ...used.map(({ diseaseId }) => diseaseId.toHexString())]);
  }

  private async findWithImages(ids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (const treatmentIds of chunk(ids, MAX_IMAGE_TREATMENTS)) {
      const context = backgroundContext({ subject: this.administrator });
      const { images } = await this.rpc.call(listImages, { treatmentIds }, context);
      for (const { treatmentId } of images) found.add(treatmentId);
    }
    return found;
  }

  /** Takes back everything but the diseases that are created. */
  private async takeBack(records: readonly ChangedRecord[]): Promise<void> {
    const now = new Date();
    for (const kind of recordKinds) {
      const set = { updatedAt: now, ...(kind === 'diseases' && { changedAt: now }) };
      const updates = records.flatMap(({ id, before, ...record }) =>
        before && record.kind === kind
          ? [{ id, version: before.version + 1, set: { ...before.fields, ...set } }]
          : [],
      );
      await this.writer.update(kind, updates, this.undoCommand);
    }
    const created = records.filter(({ kind, before }) => kind === 'treatments' && !before);
    const ids = created.map(({ id }) => id);
    await this.writer.delete('treatments', ids, unchanged);
  }
}

const toHex = ({ change }: Judged): string => change.diseaseId.toHexString();

const canBeTakenBack = ({ verdict }: Judged): boolean => verdict === 'takeBack';

/** The diseases that the import has created. */
const createdIds = (judged: readonly Judged[]): Types.ObjectId[] =>
  judged.flatMap(({ change: { diseaseId, disease } }) =>
    disease && !disease.before ? [diseaseId] : [],
  );
