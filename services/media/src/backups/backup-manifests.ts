import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppLogger, backgroundContext, RpcClient } from '@ctdb/chassis';
import { auditHead, getAuditHead } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import pMap from 'p-map';
import { z } from 'zod';
import type { RunRecord } from '../runs/run.record.js';
import { BackupFileStore } from './backup-file-store.js';
import { toDigest } from './digest.js';

const FOLDER = 'manifests';
/** A year of nights, and some more. */
const MAX_READ = 400;
const CONCURRENCY = 8;
/** Ops may be restarting. */
const HEAD_TIMEOUT_MS = 20_000;

/** Describes what a full backup says of itself, in a file beside the copies. */
const manifest = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  successfulBackups: z.number().int(),
  failedBackups: z.number().int(),
  /** Null before the first audit entry, and where ops did not answer. */
  auditHead: auditHead.nullable(),
});

/** The manifests of full backups, with the end of the audit trail's hash chain at that time. */
@Injectable()
export class BackupManifests {
  constructor(
    private readonly files: BackupFileStore,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  /** Writes the manifest of a run. An unreachable ops fails no backup: the next one has the hash. */
  async write({ _id, startTime, successfulBackups, failedBackups }: RunRecord): Promise<void> {
    const content: z.input<typeof manifest> = {
      id: _id.toHexString(),
      startedAt: startTime.toISOString(),
      endedAt: new Date().toISOString(),
      successfulBackups,
      failedBackups,
      auditHead: await this.readAuditHead(),
    };
    const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
    // Names sort by time.
    const name = `${content.startedAt.replaceAll(':', '-')}-${content.id}.json`;
    const path = join(FOLDER, name);
    await this.files.write(path, Readable.from([bytes]), toDigest(bytes));
    await this.files.sync([path]);
  }

  /** The ends of the hash chain that backups have noted, newest first. Throws where there is no folder. */
  async readAuditHeads() {
    const names = await this.list();
    const read = await pMap(names, (name) => this.readHead(name), { concurrency: CONCURRENCY });
    return {
      heads: read.filter((head) => head !== null && head !== undefined),
      unreadable: read.filter((head) => head === undefined).length,
    };
  }

  private async list(): Promise<string[]> {
    const { root } = this.files;
    const isEmpty = !(await readdir(root)).includes(FOLDER);
    const names = isEmpty ? [] : await readdir(join(root, FOLDER));
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
      .slice(0, MAX_READ);
  }

  /** Null for a backup without a hash, undefined for a file that cannot be read. */
  private async readHead(name: string) {
    try {
      const bytes = await readFile(join(this.files.root, FOLDER, name));
      return manifest.parse(JSON.parse(bytes.toString())).auditHead;
    } catch (error) {
      this.logger.warn('a manifest of a backup cannot be read', { name }, error);
      return undefined;
    }
  }

  private async readAuditHead() {
    try {
      const deadline = Date.now() + HEAD_TIMEOUT_MS;
      const context = { ...backgroundContext({ deadline }), deadlineMs: HEAD_TIMEOUT_MS };
      const { head = null } = await this.rpc.call(getAuditHead, {}, context);
      return head;
    } catch (error) {
      this.logger.warn(
        'ops did not answer, the backup is without the hash of the audit trail',
        error,
      );
      return null;
    }
  }
}
