import { CircleUser, MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Menu, type MenuEntry } from '@/components/ui/menu';

interface AccountMenuProps {
  onPassword: () => void;
  onSignOut: () => void;
}

/** What the header has no room for: on a small screen everything, else what is rarely done. */
export function AccountMenu({ onPassword, onSignOut }: AccountMenuProps) {
  const { t } = useTranslation();
  const link = (name: 'trends' | 'pricing' | 'orders' | 'operations', to: string): MenuEntry => ({
    kind: 'link',
    label: t(`header.${name}`),
    link: <Link to={to} />,
  });
  const rarely: MenuEntry[] = [
    link('orders', '/admin-orders'),
    link('operations', '/admin-operations'),
    { kind: 'action', label: t('header.changePassword'), run: onPassword },
  ];
  const everything: MenuEntry[] = [
    { kind: 'link', label: t('header.dashboard'), link: <a href="/app" /> },
    link('trends', '/trends'),
    link('pricing', '/admin-pricing'),
    ...rarely,
    { kind: 'line', key: 'leave' },
    { kind: 'action', label: t('header.logout'), run: onSignOut },
  ];
  const button = (label: string, sign: ReactNode) => (
    <Button look="quiet" size="icon" aria-label={label}>
      {sign}
    </Button>
  );
  return (
    <>
      <div className="lg:hidden">
        <Menu trigger={button(t('nav.menu'), <MenuIcon aria-hidden />)} entries={everything} />
      </div>
      <div className="hidden lg:block">
        <Menu trigger={button(t('header.account'), <CircleUser aria-hidden />)} entries={rarely} />
      </div>
    </>
  );
}
