import type { Ability } from '@ctdb/contracts';
import { useReader } from './session';

type WorkSection = 'diseases' | 'patients' | 'trends' | 'access';
type ClinicSection = 'orders' | 'pricing' | 'people' | 'transfer' | 'colors';
type SystemSection = 'status' | 'backups' | 'domain' | 'audit' | 'trash';

/** Pages that are tabs of a section with another name. */
type Tab =
  | 'analytics'
  | 'operations'
  | 'deadLetters'
  | 'images'
  | 'domainSetup'
  | 'dnsChecker'
  | 'deployment'
  | 'legal';

/** A screen of the navigation. */
export interface NavPage {
  name: NavSection['name'] | Tab;
  path: string;
  needs: Ability;
  /** Other addresses of the screen, and those of the screens that it leads to. */
  also: readonly string[];
}

/** One entry of the navigation. Its pages are tabs of each other; it leads to the first one. */
export interface NavSection {
  name: WorkSection | ClinicSection | SystemSection;
  pages: readonly [NavPage, ...NavPage[]];
}

interface NavGroup {
  name: 'work' | 'clinic' | 'system';
  sections: readonly NavSection[];
}

const page = (name: NavPage['name'], path: string, needs: Ability, ...also: string[]): NavPage => ({
  name,
  path,
  needs,
  also,
});

const section = (name: NavSection['name'], ...pages: NavSection['pages']): NavSection => ({
  name,
  pages,
});

const formPaths = ['/app/add-disease', '/add-disease', '/app/add-treatment', '/app/sheet'];

const groups: readonly NavGroup[] = [
  {
    name: 'work',
    sections: [
      section('diseases', page('diseases', '/app', 'read', ...formPaths)),
      section('patients', page('patients', '/patients', 'tools')),
      section(
        'trends',
        page('trends', '/trends', 'analytics', '/app/trends'),
        page('analytics', '/analytics', 'analytics', '/app/analytics'),
      ),
      section('access', page('access', '/access', 'read')),
    ],
  },
  {
    name: 'clinic',
    sections: [
      section('orders', page('orders', '/admin-orders', 'admin')),
      section(
        'pricing',
        page('pricing', '/admin-pricing', 'admin'),
        page('legal', '/admin-legal', 'admin'),
      ),
      section('people', page('people', '/admin-people', 'people')),
      section('transfer', page('transfer', '/admin-transfer', 'admin')),
      section('colors', page('colors', '/admin-colors', 'edit')),
    ],
  },
  {
    name: 'system',
    sections: [
      section(
        'status',
        page('operations', '/admin-operations', 'admin'),
        page('deadLetters', '/admin-dead-letters', 'admin'),
      ),
      section(
        'backups',
        page('backups', '/admin-backup', 'admin'),
        page('images', '/admin-images', 'admin'),
      ),
      section(
        'domain',
        page('domainSetup', '/domain-setup', 'admin'),
        page('dnsChecker', '/dns-checker', 'admin'),
        page('deployment', '/deployment', 'admin'),
      ),
      section('audit', page('audit', '/admin-audit', 'admin')),
      section('trash', page('trash', '/admin-trash', 'edit')),
    ],
  },
];

/** The pages of clinic and system. */
export const adminPaths = groups
  .filter(({ name }) => name !== 'work')
  .flatMap(({ sections }) => sections.flatMap(({ pages }) => pages.map(({ path }) => path)));

/** Whether the path is that of the page, or of a screen that it leads to. */
export const isAtPage = ({ path, also }: NavPage, pathname: string): boolean =>
  [path, ...also].some(
    (place) => pathname === place || (place !== '/app' && pathname.startsWith(`${place}/`)),
  );

export const isAtSection = ({ pages }: NavSection, pathname: string): boolean =>
  pages.some((page) => isAtPage(page, pathname));

/** The navigation of this reader: what the role or the plan does not allow is not in it. */
export const useNavigation = (): NavGroup[] => {
  const { can, isPerson } = useReader();
  const isShown = ({ name, pages: [{ needs }] }: NavSection): boolean =>
    // The team has bought nothing.
    can(needs) && (name !== 'access' || !isPerson);
  const withPages = ({ name, pages: [first, ...others] }: NavSection): NavSection => ({
    name,
    pages: [first, ...others.filter(({ needs }) => can(needs))],
  });
  return groups
    .map(({ name, sections }) => ({ name, sections: sections.filter(isShown).map(withPages) }))
    .filter(({ sections }) => sections.length > 0);
};
