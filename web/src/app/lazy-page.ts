import { lazy, type ComponentType } from 'react';
import { loadTranslations } from '@/i18n';
import type { Namespace } from '@/i18n/resources';

type Module = Promise<{ default: ComponentType }>;

/** A screen in a file of its own, fetched together with its texts when it is first shown. */
export const page = (load: () => Module, texts: readonly Namespace[]) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), loadTranslations(texts)]);
    return screen;
  });
