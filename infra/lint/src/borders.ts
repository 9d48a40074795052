import { posix } from 'node:path';
import rows from './borders.json' with { type: 'json' };

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
}

/** Files of `src` that no row names. */
const TOP = 'the files of src';

/**
 * Imports point one way, and no project imports a service, the gateway or the web application. A feature of the web imports
 * no other feature, either (web/src/testing/boundaries.spec.ts).
 */
export const projects: Record<string, Project> = rows;

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
  const { folder, folders } = project;
  const src = `${folder}/src/`;
  if (!folders || !file.startsWith(src) || !target.startsWith(src)) return undefined;
  const from = findFolder(file.slice(src.length), folders);
  const to = findFolder(target.slice(src.length), folders);
  if (/\.spec\.tsx?$/.test(file)) return undefined;
  const order = [...folders, TOP, 'testing'];
  const missing = [from, to].find((name) => !order.includes(name));
  if (missing) return `${src}${missing} has no place in infra/lint/src/borders.json.`;
  if (order.indexOf(to) <= order.indexOf(from)) return undefined;
  return `${file} may not import ${target}: in infra/lint/src/borders.json ${to} stands above ${from}.`;
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
