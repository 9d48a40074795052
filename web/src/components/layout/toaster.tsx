import { lazy, Suspense, useEffect, useState } from 'react';
import { setToastHost } from '@/lib/toast';

const fetchView = () => import('./toaster-view');
const View = lazy(fetchView);

/**
 * Where toasts appear. Mount once. sonner is fetched with the first toast: it is 9 kB that no page
 * needs before somebody does something.
 */
export function Toaster() {
  const [mounted, setMounted] = useState<() => void>();

  useEffect(() => {
    let ready: Promise<void> | undefined;
    setToastHost(async () => {
      ready ??= new Promise((resolve) => setMounted(() => resolve));
      await ready;
      return (await import('sonner')).toast;
    });
    return () => setToastHost(undefined);
  }, []);

  if (!mounted) return null;
  return (
    <Suspense fallback={null}>
      <View onReady={mounted} />
    </Suspense>
  );
}
