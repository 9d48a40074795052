import { AppLogger, backgroundContext, RpcClient } from '@ctdb/chassis';
import { getAuditHeadsOfBackups, type AuditFinding, type AuditVerification } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupJournalRepository } from '../backups/backup-journal.repository.js';
import { digestDetails, hashEntry, type ChainedEntry } from './audit-chain.js';
import { AuditDaysRepository } from './audit-days.repository.js';
import type { AuditDay } from './audit.record.js';
import { AuditRepository } from './audit.repository.js';

/** Some seconds of work. */
const PART_SIZE = 5_000;
const MAX_FINDINGS = 100;

/** What stays of a verified entry. */
interface Link extends Pick<ChainedEntry, '_id' | 'sequence' | 'day' | 'hash'> {
  /** Of an entry whose details were erased: the digest of what is left of them. */
  leftDigest?: string;
  /** Of an erased entry about an account. */
  accountId?: string | undefined;
}
type Part = readonly Link[];

const isErased = ({ leftDigest }: Link): boolean => leftDigest !== undefined;

/** Verifies the hash chain, part by part. */
@Injectable()
export class AuditVerifier {
  constructor(
    private readonly repository: AuditRepository,
    private readonly days: AuditDaysRepository,
    private readonly journal: BackupJournalRepository,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  /** Verifies `size` entries after place `after`; the caller has verified those up to it. */
  async verifyPart(after: number, size = PART_SIZE): Promise<AuditVerification> {
    // The days first: entries that are appended meanwhile are not missing then.
    const days = await this.days.findAfter(after);
    const end = await this.repository.findEnd();
    const hash = after === 0 ? '' : (await this.repository.findHashes([after])).get(after);
    const { part, findings: changed } = await checkEntries(
      this.repository.chainFrom(after + 1, size),
      after,
      hash,
    );
    const isLast = part.length < size;
    const last = part.at(-1)?.sequence ?? after;
    const ended = days.filter(({ sequence }) => isLast || sequence <= last);
    const { differing, ...compared } = isLast ? await this.checkBackups() : { differing: [] };
    const findings = [
      ...changed,
      ...checkDays(part, last, ended),
      ...(await this.checkErased(part)),
      ...(await this.findDaysWithoutHead(part, days)),
      ...differing,
    ];
    return {
      total: Math.max(end?.sequence ?? 0, last),
      checked: part.length,
      erased: part.filter(isErased).length,
      findings: findings.slice(0, MAX_FINDINGS),
      found: findings.length,
      ...(isLast ? { unchained: await this.repository.countUnchained() } : { next: last }),
      ...compared,
    };
  }

  /** The product appends an entry when it erases details, with the changes that stay, or an account. */
  private async checkErased(part: Part): Promise<AuditFinding[]> {
    const erased = part.filter(isErased);
    const ids = erased.flatMap(({ _id, accountId = _id }) => [_id, accountId]);
    const erasures = await this.repository.findErasures([...new Set(ids)]);
    const findings: AuditFinding[] = [];
    for (const { _id, accountId = _id, sequence, day, leftDigest } of erased) {
      const erasure = erasures.get(_id) ?? erasures.get(accountId);
      if (!erasure) findings.push({ code: 'erasedUnnoticed', sequence, day });
      else if (leftDigest !== digestDetails({ changes: erasure.changes }))
        findings.push({ code: 'detailsChanged', sequence, day });
    }
    return findings;
  }

  private async findDaysWithoutHead(
    part: Part,
    days: readonly AuditDay[],
  ): Promise<AuditFinding[]> {
    const noted = new Set(days.map(({ _id }) => _id));
    const findings: AuditFinding[] = [];
    for (const { day, sequence } of new Map(part.map((entry) => [entry.day, entry])).values()) {
      // A day that began after the others were read has one by now.
      const hasHead = noted.has(day) || (await this.days.find(day)) !== null;
      if (!hasHead) findings.push({ code: 'headMissing', sequence, day });
    }
    return findings;
  }

  /** Compares the hashes that backups have noted: full ones of the images, and those of everything. */
  private async checkBackups() {
    const [images, complete] = await Promise.allSettled([
      this.rpc.call(getAuditHeadsOfBackups, {}, backgroundContext()),
      this.journal.auditHeads(),
    ]);
    for (const read of [images, complete])
      if (read.status === 'rejected')
        this.logger.warn('reading the hashes of backups failed, not all are compared', read.reason);
    const heads = [
      ...(images.status === 'fulfilled' ? images.value.heads : []),
      ...(complete.status === 'fulfilled' ? complete.value : []),
    ];
    const hashes = await this.repository.findHashes(heads.map(({ sequence }) => sequence));
    // Many backups note the same end.
    const wrong = heads.filter(({ sequence, hash }) => hashes.get(sequence) !== hash);
    const each = new Map(wrong.map((head) => [`${head.sequence} ${head.hash}`, head])).values();
    const differing: AuditFinding[] = Array.from(each, ({ sequence, day }) => ({
      code: 'backupDiffers',
      sequence,
      day,
    }));
    if (images.status === 'rejected' || complete.status === 'rejected') return { differing };
    return { differing, backups: heads.length, unreadableBackups: images.value.unreadable };
  }
}

/** Finds gaps, and entries that do not fit their hash. `hash` is undefined if the entry `after` is missing. */
const checkEntries = async (
  entries: AsyncIterable<ChainedEntry>,
  after: number,
  hash: string | undefined,
): Promise<{ part: Part; findings: AuditFinding[] }> => {
  const part: Link[] = [];
  const findings: AuditFinding[] = [];
  let [last, previous] = [after, hash];
  for await (const entry of entries) {
    const { _id, sequence, day, erasedAt, detailsDigest, kind, objectId } = entry;
    const accountId = kind === 'account' ? objectId : undefined;
    const details = digestDetails(entry);
    const count = sequence - last - 1;
    if (count > 0) findings.push({ code: 'missing', sequence: last + 1, count, day });
    // What follows a gap has lost the hash that it was made of.
    else if (previous !== undefined && hashEntry(previous, entry) !== entry.hash)
      findings.push({ code: 'changed', sequence, day });
    if (!erasedAt && details !== detailsDigest)
      findings.push({ code: 'detailsChanged', sequence, day });
    part.push({
      _id,
      sequence,
      day,
      hash: entry.hash,
      ...(erasedAt && { leftDigest: details, accountId }),
    });
    [last, previous] = [sequence, entry.hash];
  }
  return { part, findings };
};

/** The last entries of days: gone, or other ones than noted. */
const checkDays = (part: Part, last: number, days: readonly AuditDay[]): AuditFinding[] => {
  const hashes = new Map(part.map(({ sequence, hash }) => [sequence, hash]));
  const [newest] = days.toSorted((a, b) => b.sequence - a.sequence);
  const findings: AuditFinding[] = days
    .filter(({ sequence, hash }) => (hashes.get(sequence) ?? hash) !== hash)
    .map(({ _id: day, sequence }) => ({ code: 'headDiffers', sequence, day }));
  if (newest && newest.sequence > last) {
    const [sequence, count] = [last + 1, newest.sequence - last];
    findings.push({ code: 'missing', sequence, count, day: newest._id });
  }
  return findings;
};
