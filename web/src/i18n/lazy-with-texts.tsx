import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadTranslations } from '@/i18n';
import type { Namespace } from '@/i18n/resources';

/** A part in a file of its own, fetched together with its texts when it is first shown. */
export const lazyWithTexts = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  texts: readonly Namespace[],
) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadTranslations(texts)]);
    return part;
  });

/**
 * A part below the first view of a prerendered page, which React takes over on its own. Make it once, outside
 * of components: an element that is updated before would be taken over at once.
 */
export const takenOverLater = (part: ReactNode) => <Suspense fallback={null}>{part}</Suspense>;
