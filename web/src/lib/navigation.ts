import type { Ability } from '@ctdb/contracts';
import { useReader } from './session';

type WorkSection = 'diseases' | 'patients' | 'trends' | 'access';
type ClinicSection = 'orders' | 'pricing' | 'people' | 'transfer' | 'colors';
type SystemSection = 'status' | 'backups' | 'domain' | 'audit' | 'trash';

type SectionName = WorkSection | ClinicSection | SystemSection;

/** A screen of the navigation. */
export interface NavPage {
  group: 'work' | 'clinic' | 'system';
  /** The pages of a section are tabs of each other. */
  section: SectionName;
  name:
    | SectionName
    | 'analytics'
    | 'operations'
    | 'deadLetters'
    | 'images'
    | 'domainSetup'
    | 'dnsChecker'
    | 'deployment'
    | 'legal';
  path: string;
  needs: Ability;
  /** Other addresses of the screen, and those of the screens that it leads to. */
  also: readonly string[];
}

const page = (
  group: NavPage['group'],
  section: SectionName,
  name: NavPage['name'],
  path: string,
  needs: Ability,
  ...also: string[]
): NavPage => ({ group, section, name, path, needs, also });

const formPaths = ['/app/add-disease', '/add-disease', '/app/add-treatment', '/app/sheet'];

const pages = [
  page('work', 'diseases', 'diseases', '/app', 'read', ...formPaths),
  page('work', 'patients', 'patients', '/patients', 'tools'),
  page('work', 'trends', 'trends', '/trends', 'analytics', '/app/trends'),
  page('work', 'trends', 'analytics', '/analytics', 'analytics', '/app/analytics'),
  page('work', 'access', 'access', '/access', 'read'),
  page('clinic', 'orders', 'orders', '/admin-orders', 'admin'),
  page('clinic', 'pricing', 'pricing', '/admin-pricing', 'admin'),
  page('clinic', 'pricing', 'legal', '/admin-legal', 'admin'),
  page('clinic', 'people', 'people', '/admin-people', 'people'),
  page('clinic', 'transfer', 'transfer', '/admin-transfer', 'admin'),
  page('clinic', 'colors', 'colors', '/admin-colors', 'edit'),
  page('system', 'status', 'operations', '/admin-operations', 'admin'),
  page('system', 'status', 'deadLetters', '/admin-dead-letters', 'admin'),
  page('system', 'backups', 'backups', '/admin-backup', 'admin'),
  page('system', 'backups', 'images', '/admin-images', 'admin'),
  page('system', 'domain', 'domainSetup', '/domain-setup', 'admin'),
  page('system', 'domain', 'dnsChecker', '/dns-checker', 'admin'),
  page('system', 'domain', 'deployment', '/deployment', 'admin'),
  page('system', 'audit', 'audit', '/admin-audit', 'admin'),
  page('system', 'trash', 'trash', '/admin-trash', 'edit'),
];

/** The paths of clinic and system. */
export const adminPaths = pages.filter(({ group }) => group !== 'work').map(({ path }) => path);

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
