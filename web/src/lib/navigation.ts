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
  also?: readonly string[];
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

const single = (name: NavSection['name'], path: string, needs: Ability): NavSection => ({
  name,
  pages: [{ name, path, needs }],
});

const formPaths = ['/app/add-disease', '/add-disease', '/app/add-treatment', '/app/sheet'];

const groups: readonly NavGroup[] = [
  {
    name: 'work',
    sections: [
      {
        name: 'diseases',
        pages: [{ name: 'diseases', path: '/app', needs: 'read', also: formPaths }],
      },
      single('patients', '/patients', 'tools'),
      {
        name: 'trends',
        pages: [
          { name: 'trends', path: '/trends', needs: 'analytics', also: ['/app/trends'] },
          { name: 'analytics', path: '/analytics', needs: 'analytics', also: ['/app/analytics'] },
        ],
      },
      single('access', '/access', 'read'),
    ],
  },
  {
    name: 'clinic',
    sections: [
      single('orders', '/admin-orders', 'admin'),
      {
        name: 'pricing',
        pages: [
          { name: 'pricing', path: '/admin-pricing', needs: 'admin' },
          { name: 'legal', path: '/admin-legal', needs: 'admin' },
        ],
      },
      single('people', '/admin-people', 'people'),
      single('transfer', '/admin-transfer', 'admin'),
      single('colors', '/admin-colors', 'edit'),
    ],
  },
  {
    name: 'system',
    sections: [
      {
        name: 'status',
        pages: [
          { name: 'operations', path: '/admin-operations', needs: 'admin' },
          { name: 'deadLetters', path: '/admin-dead-letters', needs: 'admin' },
        ],
      },
      {
        name: 'backups',
        pages: [
          { name: 'backups', path: '/admin-backup', needs: 'admin' },
          { name: 'images', path: '/admin-images', needs: 'admin' },
        ],
      },
      {
        name: 'domain',
        pages: [
          { name: 'domainSetup', path: '/domain-setup', needs: 'admin' },
          { name: 'dnsChecker', path: '/dns-checker', needs: 'admin' },
          { name: 'deployment', path: '/deployment', needs: 'admin' },
        ],
      },
      single('audit', '/admin-audit', 'admin'),
      single('trash', '/admin-trash', 'edit'),
    ],
  },
];

/** Whether the path is that of the page, or of a screen that it leads to. */
export const isAtPage = ({ path, also = [] }: NavPage, pathname: string): boolean =>
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
