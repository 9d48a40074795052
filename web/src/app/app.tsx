import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { i18n } from '@/i18n';
import { stayInTab } from '@/lib/draft-store';
import { useMissingPart } from '@/lib/missing-parts';
import { useSessionSync } from '@/lib/session';
import { keepTyped } from '@/lib/typed-fields';
import { AppRoutes } from './router';

// No part of the initial bundle, because messages come after something was done.
const Toaster = lazy(async () => ({
  default: (await import('@/components/layout/toaster')).Toaster,
}));

const reload = () => {
  stayInTab();
  window.location.reload();
};

function Crash() {
  const missing = useMissingPart();
  const t = i18n.getFixedT(null, 'common');
  if (missing === 'reloading')
    return (
      <main role="status" className="mx-auto max-w-3xl px-4 py-12 text-ink-2">
        {t('missingPart.reloading')}
      </main>
    );
  const text = missing === 'failed' ? 'missingPart' : 'crash';
  return (
    <main role="alert" className="mx-auto flex max-w-3xl flex-col items-start gap-4 px-4 py-12">
      <h1 className="text-2xl">{t(`${text}.title`)}</h1>
      <p className="text-ink-2">{t(`${text}.hint`)}</p>
      {text === 'crash' && <p className="text-ink-2">{t('crash.kept')}</p>}
      <Button variant="primary" onClick={reload}>
        {t('crash.reload')}
      </Button>
    </main>
  );
}

/** Shows a message instead of a screen that has crashed or whose file could not be loaded. */
class ErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    // Before React takes the page away.
    keepTyped();
    return { hasError: true };
  }

  override render() {
    return this.state.hasError ? <Crash /> : this.props.children;
  }
}

function SessionSync() {
  useSessionSync();
  return null;
}

/** After navigation, moves the focus to the content and scrolls to the top. */
function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const content = document.getElementById('content');
    // Keep the focus if the screen has set it itself.
    if (content?.contains(document.activeElement)) return;
    window.scrollTo(0, 0);
    content?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}

/** Providers and layout of all screens; a router is around it. */
export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <SessionSync />
      <div className="flex min-h-dvh flex-col">
        <ErrorBoundary>
          <Suspense fallback={null}>
            <AppRoutes />
            <RouteFocus />
          </Suspense>
          <Suspense fallback={null}>
            <Toaster />
          </Suspense>
        </ErrorBoundary>
      </div>
    </QueryClientProvider>
  );
}
