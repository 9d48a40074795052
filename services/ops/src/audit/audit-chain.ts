import { hash, randomBytes } from 'node:crypto';
import type { AuditRecord } from './audit.record.js';

/** An entry with its place in the hash chain. */
export type ChainedEntry = AuditRecord &
  Required<Pick<AuditRecord, 'sequence' | 'day' | 'detailsDigest' | 'hash'>>;

/** The end of the chain that new entries follow. */
export type ChainEnd = Pick<ChainedEntry, 'sequence' | 'day' | 'hash'>;

/** The fields of an entry that can be erased. */
type Details = Pick<AuditRecord, 'salt' | 'label' | 'changes' | 'source'>;

const SALT_BYTES = 16;

const digest = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url');

/** The digest of the details. A field that an entry lacks does not count. */
export const digestDetails = ({ salt, label, changes, source }: Details): string =>
  digest({ salt, label, changes, source });

/** The hash of an entry after the one with the hash `previous`; of the first one after ''. */
export const hashEntry = (previous: string, entry: Omit<ChainedEntry, 'hash'>): string => {
  const { sequence, day, _id, at, actor, kind, action, objectId, requestId, detailsDigest } = entry;
  const { role, name } = actor;
  return digest([
    previous,
    sequence,
    day,
    _id,
    at.toISOString(),
    [role, name],
    kind,
    action,
    objectId,
    requestId,
    detailsDigest,
  ]);
};

/** Appends entries to the chain, on the day `today` or the chain's last one, whichever is later. */
export const chainEntries = (
  end: ChainEnd | null,
  entries: readonly AuditRecord[],
  today: string,
): ChainedEntry[] => {
  const day = end && end.day > today ? end.day : today;
  let { sequence, hash: previous } = end ?? { sequence: 0, hash: '' };
  return entries.map((record) => {
    sequence += 1;
    const salted = { ...record, salt: randomBytes(SALT_BYTES).toString('base64url') };
    const entry = { ...salted, sequence, day, detailsDigest: digestDetails(salted) };
    previous = hashEntry(previous, entry);
    return { ...entry, hash: previous };
  });
};
