import { CircleUser, Plus, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { HeaderLayout, useThemeEntry } from '@/components/layout/header-layout';
import { Badge } from '@/components/ui/badge';
import { Button, buttonStyle, LinkButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Menu, type MenuEntry } from '@/components/ui/menu';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { hasAnyDraft } from '@/lib/draft-store';
import { useNewEntry } from '@/lib/header-action';
import { usePageDialog } from '@/lib/page-dialog';
import { useReader, useSignOut } from '@/lib/session';
import { useCommandKey, useShortcutKeys } from '@/lib/shortcut-keys';
import { useShortcut, useShortcutsOn } from '@/lib/shortcuts';

/** Opens the menu of what concerns the reader, not the clinic. */
function AccountMenu({ onPassword, onSignOut }: { onPassword: () => void; onSignOut: () => void }) {
  const { t } = useTranslation(['common', 'shell']);
  const { isPerson } = useReader();
  const theme = useThemeEntry();
  const link = (label: string, to: string): MenuEntry => ({
    kind: 'link',
    label,
    link: <Link to={to} />,
  });
  const ofTeam: MenuEntry[] = [
    link(t('header.sessions'), '/admin-sessions'),
    link(t('header.secondStep'), '/admin-second-step'),
    { kind: 'action', label: t('header.changePassword'), run: onPassword },
    theme,
    { kind: 'line', key: 'leave' },
    { kind: 'action', label: t('header.logout'), run: onSignOut },
  ];
  const ofBuyer: MenuEntry[] = [link(t('shell:name.access'), '/access'), theme];
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={t('header.account')}>
          <CircleUser aria-hidden />
        </Button>
      }
      entries={isPerson ? ofTeam : ofBuyer}
    />
  );
}

const ChangePasswordDialog = lazyWithTexts(() => import('./change-password-dialog'), ['admin']);
const PassBar = lazyWithTexts(() => import('./pass-bar'), ['gate']);
// It is needed after something was done.
const Confirmation = lazyWithTexts(() => import('@/components/confirmation'), ['factors']);

const Palette = lazy(() => import('./palette'));

/** Opens the search for everything, also by Ctrl+K, ⌘K and `/`. Its code is loaded at the first opening. */
function SearchButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = usePageDialog();
  const open = () => setOpen(true);
  useCommandKey(open);
  useShortcutKeys({ '/': open });
  const keys = useShortcutsOn() ? 'Control+K Meta+K /' : 'Control+K Meta+K';
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-keyshortcuts={keys}
        onClick={open}
        className="max-xl:size-(--control) max-xl:border-transparent max-xl:bg-transparent max-xl:p-0 xl:w-full xl:max-w-72 xl:min-w-28 xl:justify-start xl:px-3 xl:font-normal xl:text-ink-3"
      >
        <Search aria-hidden />
        <span className="max-xl:sr-only">{t('header.search')}</span>
        <kbd
          aria-hidden
          lang="en"
          className="ms-auto rounded-sm border border-line px-1.5 text-sm max-2xl:hidden"
        >
          Ctrl K
        </kbd>
      </Button>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <Palette open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

/** The header of a person of the team, or of a reader with paid access. */
export default function SignedInHeader() {
  const { t } = useTranslation();
  const { isPerson, role, isAdmin, can } = useReader();
  const newEntry = useNewEntry();
  const newEntryKey = useShortcut('n');
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const [isLeaving, askToLeave] = usePageDialog();
  const leave = () => (hasAnyDraft() ? askToLeave(true) : void signOut());
  // The dialog's code is loaded at the first opening.
  const [password, setPassword] = usePageDialog();
  const shownRole = role === 'editor' ? role : 'practitioner';
  const badge = (
    <Badge tone="accent">{t(isAdmin ? 'header.badge' : `header.badgeOf.${shownRole}`)}</Badge>
  );
  // Those of the specified header; on narrow screens the navigation has them.
  const links = (
    <nav aria-label={t('header.pages')} className="hidden items-center xl:flex">
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
  );
  return (
    <>
      <HeaderLayout
        isWide
        bar={<Suspense fallback={null}>{isPerson ? badge : <PassBar />}</Suspense>}
        search={<SearchButton />}
        links={isPerson && links}
      >
        {/* Always there for those who may use it, so that nothing beside it moves. */}
        {can('edit') && (
          <Button
            variant="primary"
            onClick={newEntry}
            className="ms-2 max-lg:hidden"
            {...newEntryKey}
          >
            <Plus aria-hidden />
            {t('header.newEntry')}
          </Button>
        )}
        {isPerson && (
          <Button variant="quiet" onClick={leave} className="max-xl:hidden">
            {t('header.logout')}
          </Button>
        )}
        {/* Another page closes it. */}
        <AccountMenu key={pathname} onPassword={() => setPassword(true)} onSignOut={leave} />
      </HeaderLayout>
      {isPerson && (
        <Suspense fallback={null}>
          <Confirmation />
        </Suspense>
      )}
      <ConfirmDialog
        open={isLeaving === true}
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
