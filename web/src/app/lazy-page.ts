import { lazy, type ComponentType } from 'react';
import { loadTranslations } from '@/i18n';
import type { Namespace } from '@/i18n/resources';

type Module = Promise<{ default: ComponentType }>;

/** A screen in a file of its own, fetched together with its texts when it is first shown. */
export const lazyPage = (load: () => Module, namespaces: readonly Namespace[]) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), loadTranslations(namespaces)]);
    return screen;
  });
