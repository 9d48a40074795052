import { lazy, type ComponentType } from 'react';
import { loadTexts } from '@/i18n';
import type { Namespace } from '@/i18n/namespaces';

type Module = Promise<{ default: ComponentType }>;

/** A screen in a file of its own, fetched together with its texts when it is first shown. */
export const page = (load: () => Module, texts: readonly Namespace[]) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), loadTexts(texts)]);
    return screen;
  });
