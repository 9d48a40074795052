import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './command.ts';

/** An image that a file of the repository names. */
export interface ImageReference {
  /** With registry and tag or digest. */
  name: string;
  file: string;
}

/** Compose files, manifests, Dockerfiles, and the program that names an image itself. */
const FILES = [
  'docker-compose.yml',
  'infra/{containers,docker,local}/**/*.{yml,yaml}',
  'k8s/**/*.yaml',
  '**/Dockerfile*',
  'infra/local/src/servers/containers.ts',
];

/** The names in one of these files, without a Dockerfile's own stages. */
const namesIn = (text: string): string[] => {
  const stages = [...text.matchAll(/^FROM .* AS (\S+)$/gm)].map(([, name]) => name);
  const patterns = [
    /^\s*-?\s*image: (\S+)$/gm,
    /^FROM (?:--\S+ )*(\S+)/gm,
    /^COPY --from=(\S+)/gm,
    /^# syntax=(\S+)/gm,
    /^const \w+_IMAGE = '(\S+)';$/gm,
  ];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
    .filter((name) => !stages.includes(name))
    .map((name) => name.replace(/\$\{\w+:-([^}]*)\}/, '$1'));
};

/** All images that the repository names. */
export const imageReferences = (): ImageReference[] => {
  const exclude = ['node_modules', '**/node_modules', '**/*.dockerignore'];
  return globSync(FILES, { cwd: repository, exclude }).flatMap((file) =>
    namesIn(readFileSync(join(repository, file), 'utf8')).map((name) => ({ name, file })),
  );
};

/** Whether an image is built on this machine: no registry has it. */
export const isOwnImage = (name: string): boolean => name.startsWith('localhost/');
