import { type ComponentType, lazy } from 'react';
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
