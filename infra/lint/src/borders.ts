import { posix } from 'node:path';

/** A project of the repository, and what it may import. */
export interface Project {
  folder: string;
  /** Packages of this repository. */
  imports: string[];
  /** Folders of `src`, and the other folders of `src` that each may import. Others, and specs, are free. */
  folders?: Record<string, string[]>;
}

/** For folders of which each imports only those before it. */
function layers(...names: string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name, index) => [name, names.slice(0, index)]));
}

const shared = ['@ctdb/contracts', '@ctdb/chassis'];

/** Imports point one way, and no project imports a service, the gateway or the web application. */
export const projects: Record<string, Project> = {
  '@ctdb/contracts': { folder: 'services/contracts', imports: [] },
  '@ctdb/chassis': {
    folder: 'services/chassis',
    imports: ['@ctdb/contracts'],
    folders: layers(
      ...['config', 'context', 'logging', 'tracing', 'health', 'storage', 'data', 'bus'],
      ...['jobs', 'mail', 'process', 'testing'],
    ),
  },
  '@ctdb/catalog': { folder: 'services/catalog', imports: shared },
  '@ctdb/billing': { folder: 'services/billing', imports: shared },
  '@ctdb/media': { folder: 'services/media', imports: shared },
  '@ctdb/ops': { folder: 'services/ops', imports: shared },
  '@ctdb/gateway': { folder: 'gateway', imports: shared },
  '@ctdb/web': { folder: 'web', imports: ['@ctdb/contracts'] },
  '@ctdb/backup': { folder: 'infra/backup', imports: [] },
  '@ctdb/bench': { folder: 'infra/bench', imports: ['@ctdb/launcher'] },
  '@ctdb/compatibility': { folder: 'infra/compatibility', imports: ['@ctdb/contracts'] },
  '@ctdb/containers': { folder: 'infra/containers', imports: ['@ctdb/launcher'] },
  '@ctdb/faults': {
    folder: 'infra/faults',
    imports: ['@ctdb/launcher', '@ctdb/containers', '@ctdb/bench'],
  },
  '@ctdb/kubernetes': { folder: 'infra/kubernetes', imports: [] },
  '@ctdb/launcher': { folder: 'infra/local', imports: [] },
  '@ctdb/lint': { folder: 'infra/lint', imports: [] },
  '@ctdb/mail-catcher': { folder: 'infra/mail-catcher', imports: [] },
  '@ctdb/paypal-sandbox': {
    folder: 'infra/paypal-sandbox',
    imports: [],
    folders: layers('records', 'payments', 'server', 'routes', 'page'),
  },
  '@ctdb/release': { folder: 'infra/release', imports: [] },
  '@ctdb/schemathesis': {
    folder: 'infra/schemathesis',
    imports: ['@ctdb/launcher', '@ctdb/bench'],
  },
  '@ctdb/settings': { folder: 'infra/settings', imports: [] },
};

/** Why `file`, a path from the root of the repository, may not import `specifier`. */
export function findBorder(
  file: string,
  specifier: string,
  table: Record<string, Project> = projects,
): string | undefined {
  const own = Object.entries(table).find(([, { folder }]) => file.startsWith(`${folder}/`));
  if (!own) return undefined;
  const [name, project] = own;
  if (specifier.startsWith('@ctdb/')) {
    const imported = specifier.split('/', 2).join('/');
    if (imported === name) return 'Files of the same project are imported by a relative path.';
    if (project.imports.includes(imported)) return undefined;
    return `${name} may import ${project.imports.join(' and ') || 'no other project'}, not ${imported}.`;
  }
  if (/^(\/|file:)/.test(specifier))
    return 'Import by a relative path or by the name of a package.';
  const target = toPath(file, specifier, project.folder);
  if (target === undefined) return undefined;
  if (!target.startsWith(`${project.folder}/`)) {
    return 'A relative import stays in its project. Others are imported by the name of their package.';
  }
  if (/\.spec\.tsx?$/.test(file)) return undefined;
  const from = folderOf(file, project);
  const to = folderOf(target, project);
  const allowed = from === undefined ? undefined : project.folders?.[from];
  if (!allowed || to === undefined || to === from || allowed.includes(to)) return undefined;
  return `src/${from} may import ${allowed.join(', ') || 'no other folder'}, not ${to}.`;
}

/** The imported path, if it is not a package. `@/` is the folder `src` of the web application. */
function toPath(file: string, specifier: string, folder: string): string | undefined {
  if (specifier.startsWith('@/')) return posix.join(folder, 'src', specifier.slice(2));
  return /^\.\.?(\/|$)/.test(specifier) ? posix.join(posix.dirname(file), specifier) : undefined;
}

/** The folder of `src` that contains `path`. */
function folderOf(path: string, { folder }: Project): string | undefined {
  const [src, name, ...rest] = path.slice(folder.length + 1).split('/');
  return src === 'src' && rest.length > 0 ? name : undefined;
}
