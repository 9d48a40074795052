import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from './manifests/kustomize-build.ts';

/** The services of docker-compose.yml and of the files that it includes. */
export const composeServices = <Service>(file = 'docker-compose.yml'): Record<string, Service> => {
  const text = readFileSync(join(repository, file), 'utf8');
  type File = { include?: { path: string[] }[]; services: Record<string, Service> };
  const { include = [], services } = parse(text, { merge: true, maxAliasCount: -1 }) as File;
  const included = include.flatMap(({ path }) =>
    path.map((name) => composeServices<Service>(name)),
  );
  return Object.assign({}, services, ...included) as Record<string, Service>;
};
