import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '@/components/ui/progress';
import { loadTranslations } from '@/i18n';

/** A lazily loaded form, because readers of the registry do not need its code. */
const lazyForm = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder = 'h-64',
) => {
  const Form = lazy(async () => {
    const Loaded = await load();
    return { default: (props: { given: P }) => <Loaded {...props.given} /> };
  });
  return function LazyForm(props: P) {
    return (
      <Suspense fallback={<Skeleton className={placeholder} />}>
        <Form given={props} />
      </Suspense>
    );
  };
};

export const LazyReviewButton = lazyForm(
  () => import('./review-button').then((file) => file.ReviewButton),
  'mb-2 h-(--control-small) w-40',
);
export const LazyNoteForm = lazyForm(() => import('./note-form').then((file) => file.NoteForm));
export const LazyHistoryForm = lazyForm(() =>
  import('./history-form').then((file) => file.HistoryForm),
);
export const LazyDescriptionForm = lazyForm(() =>
  import('./description-form').then((file) => file.DescriptionForm),
);
export const ProtocolForm = lazyForm(() =>
  import('./protocol-form').then((file) => file.ProtocolForm),
);
export const LazyFilterFields = lazyForm(async () => {
  const [file] = await Promise.all([import('./filter-fields'), loadTranslations(['filters'])]);
  return file.FilterFields;
});
export const LazyImageSection = lazyForm(async () => {
  const [file] = await Promise.all([
    import('./images/image-section'),
    loadTranslations(['images']),
  ]);
  return file.ImageSection;
});
