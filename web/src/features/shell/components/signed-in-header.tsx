import { CircleUser, MenuIcon, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HeaderLayout } from '@/components/layout/header-layout';
import { Badge } from '@/components/ui/badge';
import { Button, buttonStyle, LinkButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Menu, type MenuEntry } from '@/components/ui/menu';
import { loadTranslations } from '@/i18n';
import { useRefundRequestCount } from '@/lib/orders';
import { wasAdmin } from '@/lib/api/admin-token';
import { hasAnyDraft } from '@/lib/draft-store';
import { useSession, useSignOut } from '@/lib/session';
import { useShortcut } from '@/lib/shortcuts';

/** Until the session is loaded, as it was last known. */
const useIsAdmin = (): boolean => {
  const { role, isAdmin } = useSession();
  return role === undefined ? wasAdmin() : isAdmin;
};

interface AccountMenuProps {
  onPassword: () => void;
  onSignOut: () => void;
}

/** The header's menu: all actions on a small screen, else only the rarely used ones. */
function AccountMenu({ onPassword, onSignOut }: AccountMenuProps) {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const { can } = useSession();
  const count = useRefundRequestCount();
  const link = (label: string, to: string): MenuEntry => ({
    kind: 'link',
    label,
    link: <Link to={to} />,
  });
  const rarely: MenuEntry[] = [
    link(t('header.patients'), '/patients'),
    link(t('header.analytics'), '/analytics'),
    ...(isAdmin
      ? [
          link(t('header.refundRequests', { count }), '/admin-orders'),
          link(t('header.operations'), '/admin-operations'),
        ]
      : []),
    ...(can('edit') && !isAdmin ? [link(t('header.trash'), '/admin-trash')] : []),
    ...(can('people') ? [link(t('header.people'), '/admin-people')] : []),
    link(t('header.sessions'), '/admin-sessions'),
    link(t('header.secondStep'), '/admin-second-step'),
    { kind: 'action', label: t('header.changePassword'), run: onPassword },
  ];
  const everything: MenuEntry[] = [
    { kind: 'link', label: t('header.dashboard'), link: <a href="/app" /> },
    link(t('header.trends'), '/trends'),
    ...(isAdmin ? [link(t('header.pricing'), '/admin-pricing')] : []),
    ...rarely,
    { kind: 'line', key: 'leave' },
    { kind: 'action', label: t('header.logout'), run: onSignOut },
  ];
  const button = (label: string, sign: ReactNode) => (
    <Button variant="quiet" size="icon" aria-label={label}>
      {sign}
    </Button>
  );
  return (
    <>
      <div className="xl:hidden">
        <Menu trigger={button(t('nav.menu'), <MenuIcon aria-hidden />)} entries={everything} />
      </div>
      <div className="hidden xl:block">
        <Menu trigger={button(t('header.account'), <CircleUser aria-hidden />)} entries={rarely} />
      </div>
    </>
  );
}

const ChangePasswordDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('./change-password-dialog'),
    loadTranslations(['admin']),
  ]);
  return dialog;
});

// No part of the initial bundle: it is needed after something was done.
const Confirmation = lazy(async () => {
  const [confirmation] = await Promise.all([
    import('@/components/confirmation'),
    loadTranslations(['factors']),
  ]);
  return confirmation;
});

/** The header of a person of the team. New Entry is shown only if the screen sets its action. */
export function AdminHeader({ onNewEntry }: { onNewEntry?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { role, can } = useSession();
  const isAdmin = useIsAdmin();
  const signOut = useSignOut();
  const [isLeaving, askToLeave] = useState(false);
  const leave = () => (hasAnyDraft() ? askToLeave(true) : void signOut());
  const newEntryKey = useShortcut('n');
  // The dialog's code is loaded at the first opening.
  const [password, setPassword] = useState<boolean>();

  const bar = (
    <>
      {(isAdmin || role !== undefined) && (
        <Badge tone="accent">
          {isAdmin
            ? t('header.badge')
            : t(`header.badgeOf.${role === 'editor' ? role : 'practitioner'}`)}
        </Badge>
      )}
      <nav aria-label={t('header.pages')} className="ms-auto hidden items-center gap-1 xl:flex">
        {/* The specification requires a full page load here. */}
        <a href="/app" className={buttonStyle({ variant: 'quiet' })}>
          {t('header.dashboard')}
        </a>
        <LinkButton to="/trends" variant="quiet">
          {t('header.trends')}
        </LinkButton>
        {isAdmin && (
          <LinkButton to="/admin-pricing" variant="quiet">
            {t('header.pricing')}
          </LinkButton>
        )}
      </nav>
      <div className="ms-auto flex items-center gap-1 xl:ms-0">
        {onNewEntry && (isAdmin || can('edit')) && (
          <Button variant="primary" onClick={onNewEntry} className="xl:ms-2" {...newEntryKey}>
            <Plus aria-hidden />
            {t('header.newEntry')}
          </Button>
        )}
        <div className="hidden xl:block">
          <Button variant="quiet" onClick={leave}>
            {t('header.logout')}
          </Button>
        </div>
        <AccountMenu onPassword={() => setPassword(true)} onSignOut={leave} />
      </div>
    </>
  );

  return (
    <>
      <HeaderLayout bar={bar} />
      <Suspense fallback={null}>
        <Confirmation />
      </Suspense>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={askToLeave}
        question={t('header.logoutQuestion')}
        consequence={t('state.draftsLost')}
        confirm={t('header.logout')}
        onConfirm={() => void signOut()}
      />
      {password !== undefined && (
        <Suspense fallback={null}>
          <ChangePasswordDialog open={password} onOpenChange={setPassword} />
        </Suspense>
      )}
    </>
  );
}
