import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repository } from './manifests/kustomize-build.ts';

const run = promisify(execFile);
const programs = join(repository, 'k8s/components/database-backup');
const DAY_MS = 86_400_000;

/** Fakes a tool of MongoDB: records its arguments and runs the given lines. */
const tool = (lines: string) => `#!/bin/bash
echo "$@" >>"$TMPDIR/called"
for word in "$@"; do case $word in
  --archive=*) file=\${word#--archive=} ;;
  --config=*) cat "\${word#--config=}" >>"$TMPDIR/address" ;;
esac; done
${lines}
`;
const dumps = (databases: string[], ending = '') =>
  tool(`
    for each in ${databases.join(' ')}; do echo "done dumping $each.things (3 documents)" >&2; done
    cp "$TMPDIR/sample.gz" "$file"
    ${ending}`);
const ALL = ['catalog', 'billing', 'media', 'ops'];

let top: string;
const at = (...parts: string[]) => join(top, ...parts);
const put = (name: string, program: string) => {
  writeFileSync(at('bin', name), program);
  chmodSync(at('bin', name), 0o755);
};
const address = (uri: string) => writeFileSync(at('uri'), `${uri}\n`);
const kept = () => readdirSync(at('backups/mongodb')).toSorted();
const file = (name: string, content: string | Buffer, ageMs = 0) => {
  const path = at('backups/mongodb', name);
  const time = new Date(Date.now() - ageMs);
  mkdirSync(at('backups/mongodb'), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, time, time);
};

/** Runs one of the programs; returns its exit code and its output. */
const start = async (name: string, more: Record<string, string> = {}) => {
  const env = {
    PATH: `${at('bin')}:${process.env['PATH']}`,
    TMPDIR: top,
    BACKUP_DIR: at('backups'),
    MONGODB_URI_FILE: at('uri'),
    ...more,
  };
  try {
    const { stdout, stderr } = await run(join(programs, name), [], { env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Record<'code' | 'stdout' | 'stderr', string>;
    return { code, output: stdout + stderr };
  }
};

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'database-backup-'));
  mkdirSync(at('bin'));
  mkdirSync(at('backups'));
  writeFileSync(at('sample.gz'), gzipSync('all of it'));
  address('mongodb://user:pass@mongodb:27017/?authSource=admin');
  put('mongodump', dumps(ALL));
});
afterEach(() => rmSync(top, { recursive: true }));

describe('the backup of the databases', () => {
  it('gives a file its name when it is whole, and keeps fourteen', async () => {
    const old = Array.from({ length: 15 }, (_, day) => `2020-01-${10 + day}T01-30-00Z.archive.gz`);
    for (const name of old) file(name, gzipSync('old'));
    file('2020-01-01T01-30-00Z.archive.gz.part', 'killed', DAY_MS);
    file('2020-01-02T01-30-00Z.archive.gz.part', 'another that runs');
    expect(await start('backup.sh')).toMatchObject({ code: 0 });
    const names = kept();
    const [newest = ''] = names.filter((name) => name.endsWith('.gz')).slice(-1);
    expect(newest).toMatch(/^2\d{3}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.archive\.gz$/);
    expect(names).toEqual(['2020-01-02T01-30-00Z.archive.gz.part', ...old.slice(-13), newest]);
    expect(readFileSync(at('backups/mongodb', newest))).toEqual(readFileSync(at('sample.gz')));
  });

  it.each([
    ['the tool fails', dumps(ALL, 'exit 1'), /done dumping/],
    ['the file is broken', dumps(ALL, 'echo x >"$file"'), /gzip/],
    ['the user may not read all', dumps(['billing', 'mediaeval', 'catalog']), /nothing of media/],
    ['the audit trail is missing', dumps(['billing', 'media', 'catalog']), /nothing of ops/],
  ])('leaves nothing, and fails, where %s', async (_, program, expected) => {
    put('mongodump', program);
    file('2020-01-10T01-30-00Z.archive.gz', gzipSync('old'));
    const ended = await start('backup.sh');
    expect(ended.code).toBe(1);
    expect(ended.output).toMatch(expected);
    expect(kept()).toEqual(['2020-01-10T01-30-00Z.archive.gz']);
  });

  it.each([
    ['mongodb://u:p@a:1,b:2/?replicaSet=rs', 'mongodb://u:p@a:1,b:2/?replicaSet=rs'],
    ['mongodb+srv://u:p@h/admin?tls=true', 'mongodb+srv://u:p@h/?tls=true&authSource=admin'],
    ['mongodb://u:p@h/catalog', 'mongodb://u:p@h/?authSource=catalog'],
    ['mongodb://u:p@h/catalog?authSource=admin', 'mongodb://u:p@h/?authSource=admin'],
    ['mongodb://h/catalog', 'mongodb://h/?'],
  ])('of %s reads all databases, and does not show the password', async (uri, expected) => {
    address(uri);
    expect(await start('backup.sh')).toMatchObject({ code: 0 });
    expect(readFileSync(at('address'), 'utf8')).toBe(`uri: "${expected}"\n`);
    expect(readFileSync(at('called'), 'utf8')).not.toContain('://');
  });

  it('fails without the address of MongoDB', async () => {
    rmSync(at('uri'));
    expect((await start('backup.sh')).code).toBe(1);
  });
});

describe('the drill', () => {
  const counts = (users: string) =>
    tool(`case "$*" in *users*) echo ${users} ;; *) echo 24 ;; esac`);
  beforeEach(() => {
    put('mongorestore', tool(''));
    put('mongosh', counts('1'));
    file('2020-01-10T01-30-00Z.archive.gz', 'older', 2 * DAY_MS);
    file('2020-01-11T01-30-00Z.archive.gz', 'newest', DAY_MS);
  });

  it('restores the newest file, and stops at what cannot be restored', async () => {
    expect(await start('drill.sh')).toMatchObject({ code: 0 });
    const [called] = readFileSync(at('called'), 'utf8').split('\n');
    expect(called).toMatch(/--stopOnError .*2020-01-11T01-30-00Z\.archive\.gz/);
  });

  it.each([
    ['nothing can be restored', () => put('mongorestore', tool('exit 1'))],
    ['no account is in it', () => put('mongosh', counts('0'))],
    ['cannot be counted', () => put('mongosh', tool('echo unwell'))],
    ['it is old', () => file('2020-01-11T01-30-00Z.archive.gz', 'newest', 1.6 * DAY_MS)],
    ['there is none', () => rmSync(at('backups/mongodb'), { recursive: true })],
  ])('fails where %s', async (_, spoil) => {
    spoil();
    expect((await start('drill.sh')).code).not.toBe(0);
  });
});

describe('the restore', () => {
  beforeEach(() => put('mongorestore', tool('')));

  it('takes the newest file, or the one that is named, if it is whole', async () => {
    for (const day of [10, 11]) file(`2020-01-${day}T01-30-00Z.archive.gz`, gzipSync('whole'));
    expect(await start('restore.sh')).toMatchObject({ code: 0 });
    const FILE = '2020-01-10T01-30-00Z.archive.gz';
    expect(await start('restore.sh', { FILE })).toMatchObject({ code: 0 });
    const calls = readFileSync(at('called'), 'utf8').trim().split('\n');
    expect(calls).toEqual([
      expect.stringMatching(/--drop --stopOnError .*2020-01-11/),
      expect.stringMatching(/--drop --stopOnError .*2020-01-10/),
    ]);
    file(FILE, 'broken');
    expect((await start('restore.sh', { FILE })).code).not.toBe(0);
    expect(readFileSync(at('called'), 'utf8').trim().split('\n')).toEqual(calls);
  });
});
