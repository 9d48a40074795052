import { MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Menu } from '@/components/ui/menu';
import { useSession } from '@/lib/session';

/** The screens that this plan has; on a small screen in a menu. */
export function PassLinks() {
  const { t } = useTranslation(['gate', 'common']);
  const session = useSession();
  const links = [
    { to: '/app', label: t('clock.registry') },
    ...(session.can('analytics') ? [{ to: '/trends', label: t('common:header.trends') }] : []),
    { to: '/access', label: t('clock.mine') },
  ];
  return (
    <div className="ms-auto">
      <nav aria-label={t('common:header.pages')} className="hidden items-center gap-1 lg:flex">
        {links.map(({ to, label }) => (
          <LinkButton key={to} to={to} look="quiet">
            {label}
          </LinkButton>
        ))}
      </nav>
      <div className="lg:hidden">
        <Menu
          trigger={
            <Button look="quiet" size="icon" aria-label={t('common:nav.menu')}>
              <MenuIcon aria-hidden />
            </Button>
          }
          entries={links.map(({ to, label }) => ({ kind: 'link', label, link: <Link to={to} /> }))}
        />
      </div>
    </div>
  );
}
