import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from './progress';
import { loadTranslations } from '@/i18n';
import type { Namespace } from '@/i18n/resources';

/** Makes a part whose code and `texts` are loaded when it is first rendered, behind a placeholder. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder = 'h-64',
  texts: readonly Namespace[] = [],
) => {
  const Part = lazy(async () => {
    const [Loaded] = await Promise.all([load(), loadTranslations(texts)]);
    return { default: (props: { given: P }) => <Loaded {...props.given} /> };
  });
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={<Skeleton className={placeholder} />}>
        <Part given={props} />
      </Suspense>
    );
  };
};
