import { join } from 'node:path';
import { capture, repository } from './command.ts';

/** An image of docker-compose.yml that is built from this repository. */
export interface Image {
  /** Its name there, without a tag. */
  localName: string;
  /** The last part of the name. */
  shortName: string;
  dockerfile: string;
  context: string;
  target?: string;
  args: Record<string, string>;
  /** The compose services that run it. */
  services: string[];
}

interface ComposeConfig {
  services: Record<
    string,
    {
      image: string;
      build?: {
        context: string;
        dockerfile: string;
        target?: string;
        args?: Record<string, string | null>;
      };
    }
  >;
}

/** The images that compose builds. One service of each image says how. */
export function imagesToBuild(version: string, revision: string): Image[] {
  const text = capture(
    'docker',
    ['compose', '--file', join(repository, 'docker-compose.yml'), 'config', '--format', 'json'],
    {
      ...process.env,
      // Settings of an installation must not change what is built.
      COMPOSE_DISABLE_ENV_FILE: '1',
      IMAGES: '',
      COMPOSE_PROFILES: '*',
      VERSION: version,
      REVISION: revision,
    },
  );
  const { services } = JSON.parse(text) as ComposeConfig;
  const all = Object.entries(services);
  return all.flatMap(([, { image, build }]) => {
    if (!build) return [];
    const localName = image.replace(/:[^:/]+$/, '');
    return {
      localName,
      shortName: localName.split('/').at(-1) ?? '',
      dockerfile: join(build.context, build.dockerfile),
      context: build.context,
      ...(build.target === undefined ? {} : { target: build.target }),
      args: Object.fromEntries(
        Object.entries(build.args ?? {}).map(([name, value]) => [name, value ?? '']),
      ),
      services: all.filter(([, other]) => other.image === image).map(([name]) => name),
    };
  });
}

/** Every image of a project contains these, too: npm does not follow the packages of a workspace into another one. */
const SHARED = ['services/contracts', 'services/chassis'];

/** `init` has no packages. */
const IMAGES_WITHOUT_PROJECT: Record<string, string[]> = { backup: ['infra/backup'] };

/** The projects whose npm packages an image contains, by the name of its bill of materials; and those of the pages. */
export function billsOfMaterials(images: readonly Image[]): Map<string, string[]> {
  const bills = images.map(({ shortName, args }): [string, string[]] => {
    const project = args['PROJECT'];
    if (project !== undefined) return [project.split('/').at(-1) ?? '', [project, ...SHARED]];
    return [shortName, IMAGES_WITHOUT_PROJECT[shortName] ?? []];
  });
  const withPackages = bills.filter(([, projects]) => projects.length > 0);
  return new Map([...withPackages, ['web', ['web', ...SHARED]]]);
}

/** What the builder can build of what is wanted, from the text of `docker buildx inspect`. */
export function platformsOf(inspected: string, wanted: readonly string[]): string[] {
  const listed = [...inspected.matchAll(/^Platforms:(.*)$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace('*', '')),
  );
  const known = wanted.filter((name) => listed.includes(name));
  // The engine's own builder makes images of one platform.
  const isEngine = /^Driver:\s*docker$/m.test(inspected);
  return isEngine ? known.slice(0, 1) : known;
}
