import { posix } from 'node:path';

/** A project of the repository, and what it may import. */
export interface Project {
  folder: string;
  /** Packages of this repository. */
  imports: string[];
  /**
   * The folders of `src` from the ground up: files of each import only those of itself and of folders before it. Such
   * an order has no circles. A name may be that of a folder within a folder, or of a file of `src`. Files of `src` that
   * are not named stand above all folders, `testing` above them. Only specs are free.
   */
  folders?: string[];
  /** To be removed: imports against the order that are left from before it. */
  remaining?: Record<string, string[]>;
}

/** Files of `src` that no row names. */
const TOP = 'the files of src';

const shared = ['@ctdb/contracts', '@ctdb/chassis'];

/** Imports point one way, and no project imports a service, the gateway or the web application. */
export const projects: Record<string, Project> = {
  '@ctdb/contracts': {
    folder: 'services/contracts',
    imports: [],
    folders: [
      ...['constants', 'field-errors', 'ids', 'errors', 'access', 'subject', 'authorisation'],
      ...['command', 'paging', 'endpoint', 'locale', 'text', 'text-fields', 'event', 'format'],
      ...[
        'dates',
        'catalog/codes',
        'media',
        'ops',
        'mails',
        'texts',
        'billing',
        'catalog',
        'gateway',
      ],
    ],
  },
  '@ctdb/chassis': {
    folder: 'services/chassis',
    imports: ['@ctdb/contracts'],
    folders: [
      ...['config', 'context', 'logging', 'tracing', 'health', 'storage', 'data'],
      ...['chassis.options', 'bus', 'jobs', 'mail', 'process'],
    ],
  },
  '@ctdb/catalog': {
    folder: 'services/catalog',
    imports: shared,
    folders: [
      ...['config', 'object-store', 'records', 'sample-data'],
      ...['diseases/search', 'diseases/projection', 'diseases', 'language', 'personal'],
      ...['colors', 'patients', 'treatments', 'practices'],
      ...['analytics', 'seed', 'transfer', 'trash'],
    ],
  },
  '@ctdb/billing': {
    folder: 'services/billing',
    imports: shared,
    folders: [
      ...['redis-clock', 'noted', 'typed-code', 'gstin'],
      ...['payments.config', 'receipts.config', 'config'],
      ...['accounts/users', 'accounts/sessions', 'accounts/passwords', 'accounts/factors'],
      ...['accounts/people', 'accounts', 'purchases', 'practices', 'passes', 'access'],
      ...['receipts', 'prices', 'payments/providers', 'payments/settlement'],
      ...['payments/checkout', 'payments/recovery', 'payments', 'mail', 'journal'],
    ],
  },
  '@ctdb/media': {
    folder: 'services/media',
    imports: shared,
    folders: [
      ...['pictures', 'storage', 'config', 'images', 'runs', 'backups', 'uploads', 'transfer'],
      ...['run-handlers', 'trash', 'samples'],
    ],
  },
  '@ctdb/ops': {
    folder: 'services/ops',
    imports: shared,
    folders: [
      ...['masking', 'dns', 'config', 'alerts', 'dead-letters', 'deployments', 'certificates'],
      ...['backups', 'warnings', 'audit', 'overview'],
    ],
  },
  '@ctdb/gateway': {
    folder: 'gateway',
    imports: shared,
    folders: [
      ...['config', 'http', 'problems', 'media', 'catalog', 'server', 'access', 'billing'],
      ...['info', 'site', 'openapi', 'ops'],
    ],
  },
  '@ctdb/web': {
    folder: 'web',
    imports: ['@ctdb/contracts'],
    // A feature imports no other feature (web/src/testing/boundaries.spec.ts).
    folders: [
      ...['styles', 'lib', 'i18n', 'components', 'features/registry/model'],
      ...['features/registry/api', 'features/registry/components/forms'],
      ...['images', 'entries', 'treatment', 'list', 'detail'].map(
        (name) => `features/registry/components/${name}`,
      ),
      ...['features', 'app'],
    ],
  },
  '@ctdb/backup': { folder: 'infra/backup', imports: [] },
  '@ctdb/bench': { folder: 'infra/bench', imports: ['@ctdb/launcher'] },
  '@ctdb/compatibility': { folder: 'infra/compatibility', imports: ['@ctdb/contracts'] },
  '@ctdb/containers': {
    folder: 'infra/containers',
    imports: ['@ctdb/launcher'],
    folders: ['settings', 'docker', 'report', 'load', 'checks'],
  },
  '@ctdb/faults': {
    folder: 'infra/faults',
    imports: ['@ctdb/launcher', '@ctdb/containers', '@ctdb/bench'],
    folders: ['nodes'],
  },
  '@ctdb/kubernetes': {
    folder: 'infra/kubernetes',
    imports: [],
    folders: ['manifests', 'cluster'],
  },
  '@ctdb/launcher': {
    folder: 'infra/local',
    imports: [],
    folders: [
      ...['failure', 'console', 'paths', 'ports', 'secrets', 'stop-signals', 'steps'],
      ...['supervisor', 'command', 'moving', 'tools', 'session', 'servers', 'product'],
      ...['testing', 'commands'],
    ],
  },
  '@ctdb/lint': { folder: 'infra/lint', imports: [] },
  '@ctdb/mail-catcher': { folder: 'infra/mail-catcher', imports: [] },
  '@ctdb/paypal-sandbox': {
    folder: 'infra/paypal-sandbox',
    imports: [],
    folders: ['records', 'payments', 'server', 'routes', 'page'],
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
  return findWrongOrder(file, target, project);
}

/** Why `file` may not import `target` of its own project. */
function findWrongOrder(file: string, target: string, project: Project): string | undefined {
  const { folder, folders, remaining } = project;
  const src = `${folder}/src/`;
  if (!folders || !file.startsWith(src) || !target.startsWith(src)) return undefined;
  const from = findFolder(file.slice(src.length), folders);
  const to = findFolder(target.slice(src.length), folders);
  if (/\.spec\.tsx?$/.test(file) || remaining?.[from]?.includes(to)) return undefined;
  const order = [...folders, TOP, 'testing'];
  const missing = [from, to].find((name) => !order.includes(name));
  if (missing) return `${src}${missing} has no place in infra/lint/src/borders.ts.`;
  if (order.indexOf(to) <= order.indexOf(from)) return undefined;
  return `${file} may not import ${target}: in infra/lint/src/borders.ts ${to} stands above ${from}.`;
}

/** The imported path, if it is not a package. `@/` is the folder `src` of the web application. */
function toPath(file: string, specifier: string, folder: string): string | undefined {
  if (specifier.startsWith('@/')) return posix.join(folder, 'src', specifier.slice(2));
  return /^\.\.?(\/|$)/.test(specifier) ? posix.join(posix.dirname(file), specifier) : undefined;
}

/** The innermost of `folders` that contains `path`, a path from `src`. */
function findFolder(path: string, folders: string[]): string {
  const file = path.replace(/\.([jt]sx?|json)$/, '');
  for (let name = file; name !== '.'; name = posix.dirname(name))
    if (folders.includes(name)) return name;
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : TOP;
}
