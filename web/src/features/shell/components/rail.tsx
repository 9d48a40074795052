import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { cn } from '@/lib/cn';
import { useRefundRequestCount } from '@/lib/orders';
import { useSession } from '@/lib/session';

/** Names and paths of the screens; what is not for administrators names who may use it. */
const navItems = [
  ['operations', '/admin-operations'],
  ['deployment', '/deployment'],
  ['domainSetup', '/domain-setup'],
  ['dnsChecker', '/dns-checker'],
  ['transfer', '/admin-transfer'],
  ['backup', '/admin-backup'],
  ['images', '/admin-images'],
  ['colors', '/admin-colors'],
  ['audit', '/admin-audit'],
  ['deadLetters', '/admin-dead-letters'],
  ['pricing', '/admin-pricing'],
  ['orders', '/admin-orders'],
  ['people', '/admin-people'],
] as const;

/** Of these screens editors see some; the rest is for administrators. */
const editorItems: readonly string[] = ['colors', 'audit'];

const linkStyle = (isHere: boolean): string =>
  cn(
    'flex min-h-(--control-small) items-center rounded-md px-3 py-1 coarse:min-h-(--control)',
    isHere
      ? 'bg-accent-soft font-semibold text-accent'
      : 'text-ink-2 transition-colors duration-100 hover:bg-sunk hover:text-ink',
  );

function NavLinks() {
  const { t } = useTranslation(['ops', 'common']);
  const { pathname } = useLocation();
  const count = useRefundRequestCount();
  const { isAdmin, can } = useSession();
  const items = navItems.filter(([name]) => {
    if (name === 'people') return can('people');
    return isAdmin || editorItems.includes(name);
  });
  const labelOf = (name: (typeof navItems)[number][0]): string => {
    if (name === 'orders') return t('common:header.refundRequests', { count });
    return name === 'audit' && !isAdmin ? t('auditScreen.trash') : t(`nav.${name}`);
  };
  return (
    <ul className="flex flex-col gap-0.5">
      {items.map(([name, path]) => (
        <li key={path}>
          {/* Not NavLink, which would join the first view of every screen. */}
          <Link
            to={path}
            aria-current={pathname === path ? 'page' : undefined}
            className={linkStyle(pathname === path)}
          >
            {labelOf(name)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Links to the administrator screens: a list at the side, or collapsed above a narrow page. */
export function AdminNav() {
  const { t } = useTranslation('ops');
  return (
    <nav
      aria-label={t('nav.label')}
      className="px-4 pt-4 sm:px-6 xl:w-56 xl:shrink-0 xl:pe-0 xl:pt-6 print:hidden"
    >
      <details
        className="rounded-md border border-line xl:hidden"
        // Closes the list after a click on a link, even if the link leads to the current screen.
        onClick={({ currentTarget, target }) => {
          if (target instanceof Element && target.closest('a')) currentTarget.open = false;
        }}
      >
        <summary className="min-h-(--control) rounded-md px-3 py-2 font-semibold">
          {t('nav.label')}
        </summary>
        <div className="border-t border-line p-2">
          <NavLinks />
        </div>
      </details>
      <div className="sticky top-6 hidden xl:block">
        <NavLinks />
      </div>
    </nav>
  );
}
