import type { Ability } from '@ctdb/contracts';
import { useReader } from './session';

const formPaths = ['/app/add-disease', '/add-disease', '/app/add-treatment', '/app/sheet'] as const;

/** Group, section, name, path, what it needs, and other addresses of it and of screens that it leads to. */
const rows = [
  ['work', 'diseases', 'diseases', '/app', 'read', ...formPaths],
  ['work', 'patients', 'patients', '/patients', 'tools'],
  ['work', 'trends', 'trends', '/trends', 'analytics', '/app/trends'],
  ['work', 'trends', 'analytics', '/analytics', 'analytics', '/app/analytics'],
  ['work', 'access', 'access', '/access', 'read'],
  ['clinic', 'orders', 'orders', '/admin-orders', 'admin'],
  ['clinic', 'pricing', 'pricing', '/admin-pricing', 'admin'],
  ['clinic', 'pricing', 'legal', '/admin-legal', 'admin'],
  ['clinic', 'people', 'people', '/admin-people', 'people'],
  ['clinic', 'transfer', 'transfer', '/admin-transfer', 'admin'],
  ['clinic', 'colors', 'colors', '/admin-colors', 'edit'],
  ['system', 'status', 'operations', '/admin-operations', 'admin'],
  ['system', 'status', 'deadLetters', '/admin-dead-letters', 'admin'],
  ['system', 'backups', 'backups', '/admin-backup', 'admin'],
  ['system', 'backups', 'images', '/admin-images', 'admin'],
  ['system', 'domain', 'domainSetup', '/domain-setup', 'admin'],
  ['system', 'domain', 'dnsChecker', '/dns-checker', 'admin'],
  ['system', 'domain', 'deployment', '/deployment', 'admin'],
  ['system', 'audit', 'audit', '/admin-audit', 'admin'],
  ['system', 'trash', 'trash', '/admin-trash', 'edit'],
] as const satisfies readonly (readonly [string, string, string, string, Ability, ...string[]])[];

const pages = rows.map(([group, section, name, path, needs, ...also]) => ({
  group,
  section,
  name,
  path,
  needs,
  also,
}));

/** A screen of the navigation. The pages of a section are tabs of each other. */
export type NavPage = (typeof pages)[number];

/** Whether the path is that of the page, or of a screen that it leads to. */
export const isAtPage = ({ path, also }: NavPage, pathname: string): boolean =>
  [path, ...also].some(
    (place) => pathname === place || (place !== '/app' && pathname.startsWith(`${place}/`)),
  );

/** Puts the pages of one name together, in the order of the first ones. */
const groupBy = <K extends 'group' | 'section'>(key: K, all: readonly NavPage[]) =>
  [...new Set(all.map((one) => one[key]))].map((name) => ({
    name,
    pages: all.filter((one) => one[key] === name),
  }));

/** One entry of the navigation, which leads to its first page. */
const toSections = (all: readonly NavPage[]) =>
  groupBy('section', all).map((section) => ({ ...section, path: section.pages[0]?.path ?? '/' }));

export type NavSection = ReturnType<typeof toSections>[number];

export const isAtSection = ({ pages: own }: NavSection, pathname: string): boolean =>
  own.some((one) => isAtPage(one, pathname));

/** The navigation of this reader: what the role or the plan does not allow is not in it. */
export const useNavigation = () => {
  const { can, isPerson } = useReader();
  // The team has bought nothing.
  const shown = pages.filter(({ needs, name }) => can(needs) && (name !== 'access' || !isPerson));
  return groupBy('group', shown).map(({ name, pages: own }) => ({
    name,
    sections: toSections(own),
  }));
};
