/**
 * `npm run release [-- version]`: builds the images of a version, pushes them to RELEASE_REGISTRY, and writes
 * overrides with their digests, bills of materials and the changelog into `release/<version>`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changelog } from './changelog.ts';
import { capture, repository, show } from './command.ts';
import { billsOfMaterials, type Image, imagesToBuild, platformsOf } from './images.ts';
import { composeOverride, kustomizeComponent, type Pushed } from './overrides.ts';

const REQUIREMENTS = `npm run release [-- version] needs
  RELEASE_REGISTRY   where the images are pushed to, with a path: registry.example/colour-therapy-database
                     (sign in first: docker login registry.example)
  a clean work tree, because the images carry the name of the commit
RELEASE_PLATFORMS (linux/amd64,linux/arm64) are built as far as the builder can.`;

const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

interface PackageFile {
  name: string;
  version: string;
}

const packageIn = async (folder: string): Promise<PackageFile> =>
  JSON.parse(await readFile(join(repository, folder, 'package.json'), 'utf8')) as PackageFile;

/** Builds and pushes an image, and returns its digest. */
async function push(image: Image, tag: string, options: string[], folder: string): Promise<string> {
  const metadata = join(folder, `${image.shortName}.json`);
  const target = image.target === undefined ? [] : ['--target', image.target];
  const args = Object.entries(image.args).flatMap(([name, value]) => [
    '--build-arg',
    `${name}=${value}`,
  ]);
  show('docker', [
    ...['buildx', 'build', '--push', '--tag', tag, '--file', image.dockerfile, ...target, ...args],
    ...[...options, '--metadata-file', metadata, image.context],
  ]);
  const { 'containerimage.digest': digest } = JSON.parse(await readFile(metadata, 'utf8')) as {
    'containerimage.digest'?: string;
  };
  if (digest === undefined) throw new Error(`${tag}: the builder names no digest`);
  return digest;
}

/** Writes what the images contain of npm. */
async function writeBillsOfMaterials(images: Image[], folder: string): Promise<void> {
  for (const [bill, projects] of billsOfMaterials(images)) {
    const packages = await Promise.all(projects.map(packageIn));
    const text = capture('npm', [
      ...['sbom', ...packages.flatMap(({ name }) => ['--workspace', name])],
      // Not `--omit dev`, which also leaves out packages that a workspace shares with tools.
      ...['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    ]);
    await writeFile(join(folder, `${bill}.cdx.json`), text);
  }
}

/** The changes since the tag before this version, or since the beginning. */
function changesSinceLastTag(version: string): string {
  const tags = capture('git', ['tag', '--merged', 'HEAD', '--sort=-creatordate']).split('\n');
  const last = tags.find((tag) => /^v\d/.test(tag) && tag !== `v${version}`);
  const range = last === undefined ? 'HEAD' : `${last}..HEAD`;
  const log = capture('git', ['log', '--format=%s%x1f%b%x1e', range]);
  const commits = log
    .split('\u001E')
    .map((text) => text.trim().split('\u001F'))
    .map(([subject = '', body = '']) => ({ subject, body }));
  return changelog(version, commits);
}

async function release(version: string, registry: string): Promise<void> {
  if (!VERSION.test(version)) throw new Error(`${version} is no version like 1.4.0`);
  const changes = capture('git', ['status', '--porcelain']);
  if (changes !== '') throw new Error(`the work tree is not clean:\n${changes}`);
  const revision = capture('git', ['rev-parse', 'HEAD']).trim();

  const folder = join(repository, 'release', version);
  for (const part of ['images', 'kustomize', 'sbom'])
    await mkdir(join(folder, part), { recursive: true });
  await writeFile(join(folder, 'CHANGELOG.md'), changesSinceLastTag(version));

  const wanted = (process.env['RELEASE_PLATFORMS'] ?? 'linux/amd64,linux/arm64').split(',');
  const platforms = platformsOf(capture('docker', ['buildx', 'inspect']), wanted);
  const left = wanted.filter((name) => !platforms.includes(name));
  if (platforms.length === 0) throw new Error(`the builder can build none of ${wanted.join(', ')}`);
  for (const name of left)
    console.log(`✖ ${name} is left out: the builder cannot build it. See infra/docs/releases.md.`);

  const images = imagesToBuild(version, revision);
  await writeBillsOfMaterials(images, join(folder, 'sbom'));
  const label = (name: string, value: string) => [
    '--label',
    `org.opencontainers.image.${name}=${value}`,
  ];
  const options = [
    ...['--platform', platforms.join(',')],
    ...label('version', version),
    ...label('revision', revision),
  ];
  const pushed: Pushed[] = [];
  for (const image of images) {
    const name = `${registry}/${image.shortName}`;
    const digest = await push(image, `${name}:${version}`, options, join(folder, 'images'));
    console.log(`✔ ${name}:${version} ${digest}`);
    pushed.push({ ...image, name, digest });
  }
  await writeFile(join(folder, 'compose.release.yml'), composeOverride(version, pushed));
  await writeFile(
    join(folder, 'kustomize', 'kustomization.yaml'),
    kustomizeComponent(version, pushed),
  );
  console.log(`✔ ${folder}: compose.release.yml, kustomize, sbom, CHANGELOG.md
  for ${platforms.join(', ')}, of ${revision}. Name the commit: git tag v${version} ${revision}`);
}

const registry = process.env['RELEASE_REGISTRY'];
if (registry === undefined || !/^(localhost|[^/]*[.:][^/]*)\//.test(registry)) {
  console.log(REQUIREMENTS);
  process.exit(2);
}
try {
  await release(process.argv[2] ?? (await packageIn('.')).version, registry.replace(/\/$/, ''));
} catch (error) {
  console.log(`✖ ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
