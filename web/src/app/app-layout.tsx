import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { HeaderLayout } from '@/components/layout/header-layout';
import { DisclaimerFooter } from '@/components/layout/page';
import { ContentSkeleton } from '@/components/layout/page-skeleton';
import { buttonStyle, LinkButton } from '@/components/ui/button';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { cn } from '@/lib/cn';
import { HeaderActionProvider } from '@/lib/header-action';
import { useReader } from '@/lib/session';
import { useHydrated } from '@/lib/use-hydrated';

const SignedInHeader = lazyWithTexts(
  () => import('@/features/shell/components/signed-in-header'),
  ['shell'],
);
const Rail = lazyWithTexts(() => import('@/features/shell/components/rail'), ['shell']);
const BottomBar = lazyWithTexts(() => import('@/features/shell/components/bottom-bar'), ['shell']);

// Always the same element: React throws a prerendered page away that is updated before it is taken over.
const screen = (
  <Suspense fallback={<ContentSkeleton />}>
    <Outlet />
  </Suspense>
);

/** The layout of every screen: the header for the reader, for those with access a navigation, the disclaimer. */
export function AppLayout() {
  const { t } = useTranslation();
  const { can, isKnown } = useReader();
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  // A prerendered page was painted for a visitor: it gets no navigation at its side until it is left.
  const [prerendered] = useState(hydrated ? undefined : pathname);
  const hasAccess = can('read');
  const isWaiting = !isKnown && pathname !== prerendered;
  const hasRail = hasAccess && pathname !== prerendered;
  return (
    <HeaderActionProvider>
      {hasAccess ? (
        <Suspense fallback={<HeaderLayout isWide bar={<span />} />}>
          <SignedInHeader />
        </Suspense>
      ) : (
        // The header of visitors: the same on every page.
        <HeaderLayout
          bar={
            <nav aria-label={t('header.pages')} className="flex max-sm:-ms-4">
              {/* As a full page load, so that the browser finds the place in the prerendered page. */}
              <a href="/#plans" className={buttonStyle({ variant: 'quiet' })}>
                {t('header.prices')}
              </a>
              <LinkButton to="/admin-login" variant="quiet">
                {t('header.login')}
              </LinkButton>
            </nav>
          }
        />
      )}
      <div className="flex flex-1">
        {hasRail && (
          <div className="hidden w-60 shrink-0 border-e border-line lg:block print:hidden">
            <Suspense fallback={null}>
              <Rail />
            </Suspense>
          </div>
        )}
        {/* What would move when the navigation comes is not shown before. */}
        {isWaiting && <ContentSkeleton />}
        <div className={cn('flex min-w-0 flex-1 flex-col', isWaiting && 'hidden')}>
          {/* As high as the window, so that the footer does not move in view while the screen loads. */}
          <div className="flex min-h-[calc(100dvh-3.5rem)] flex-col print:min-h-0">{screen}</div>
          <DisclaimerFooter isShort={hasAccess} />
        </div>
      </div>
      {hasAccess && (
        // The page ends above the bar.
        <div className="min-h-14 lg:hidden print:hidden">
          <Suspense fallback={null}>
            <BottomBar />
          </Suspense>
        </div>
      )}
    </HeaderActionProvider>
  );
}
