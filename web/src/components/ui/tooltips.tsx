import { lazy, Suspense, useEffect, useState } from 'react';

const Layer = lazy(async () => ({ default: (await import('./tooltip-layer')).TooltipLayer }));

/** Shows the tooltips of all controls. Fetched when a pointer or the Tab key first moves. */
export function Tooltips() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const once = { once: true, passive: true };
    document.addEventListener('pointerover', want, once);
    document.addEventListener('keydown', want, once);
    return () => {
      document.removeEventListener('pointerover', want);
      document.removeEventListener('keydown', want);
    };
  }, []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Layer />
    </Suspense>
  );
}
