import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../paths.ts';

const FILE = join(repository, 'docker-compose.yml');

/** The image that `docker compose` runs for a service: the tests' containers are of the same. */
export function composeImage(service: string, text = readFileSync(FILE, 'utf8')): string {
  const start = text.search(new RegExp(`^ {2}${service}:$`, 'm'));
  const rest = start < 0 ? '' : text.slice(text.indexOf('\n', start) + 1);
  const body = rest.split(/^ {0,2}\S/m, 1)[0] ?? '';
  const image = /^ {4}image: (\S+)$/m.exec(body)?.[1];
  if (image === undefined) throw new Error(`docker-compose.yml names no image for ${service}.`);
  return image;
}
