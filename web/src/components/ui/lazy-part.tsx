import { type ComponentType, Suspense } from 'react';
import { Skeleton } from './progress';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import type { Namespace } from '@/i18n/resources';

/** Makes a part whose code and `texts` are loaded when it is first rendered, behind a placeholder. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder = 'h-64',
  texts: readonly Namespace[] = [],
) => {
  const Part = lazyWithTexts(async () => {
    const Loaded = await load();
    return { default: (props: { given: P }) => <Loaded {...props.given} /> };
  }, texts);
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={<Skeleton className={placeholder} />}>
        <Part given={props} />
      </Suspense>
    );
  };
};
