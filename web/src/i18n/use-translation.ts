import i18n, { type TFunction } from 'i18next';
import { use, useMemo } from 'react';
import type { Namespace } from './namespaces';
import { useLanguage } from './use-language';

const loading = new Map<string, Promise<void>>();

const loadKey = (names: readonly Namespace[], language: string): string =>
  `${language} ${names.join()}`;

/** One promise for each set of texts that was ever waited for, as `use` wants it. */
const loadOnce = (names: readonly Namespace[], language: string): Promise<void> => {
  const key = loadKey(names, language);
  const known = loading.get(key);
  if (known) return known;
  const started = i18n.loadNamespaces([...names]);
  // A success stays: React repeats a render that has waited and expects the same calls again.
  started.catch(() => loading.delete(key));
  loading.set(key, started);
  return started;
};

/**
 * `t` for these namespaces, the first of which needs no prefix. A screen whose texts are not here
 * yet suspends; its route loads them beforehand (`app/router.tsx`). A few lines in the place of
 * react-i18next: every kilobyte of the first view counts.
 */
export const useTranslation = <const N extends Namespace | readonly Namespace[] = 'common'>(
  ...[namespaces]: N extends 'common' ? [namespaces?: N] : [namespaces: N]
): { t: TFunction<N> } => {
  const language = useLanguage();
  const wanted = namespaces ?? 'common';
  const names = (typeof wanted === 'string' ? [wanted] : wanted) as readonly Namespace[];
  const missing = !names.every((name) => i18n.hasLoadedNamespace(name));
  if (missing || loading.has(loadKey(names, language))) use(loadOnce(names, language));
  const key = names.join();
  const t = useMemo(
    // The names are those of `N`; splitting the key only keeps the memo stable for arrays.
    () => i18n.getFixedT(language, key.split(',') as Namespace[]) as unknown as TFunction<N>,
    [language, key],
  );
  return { t };
};
