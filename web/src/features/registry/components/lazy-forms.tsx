import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '@/components/ui/progress';
import { loadTranslations } from '@/i18n';
import type { Namespace } from '@/i18n/resources';

/** A lazily loaded form or part, because the registry is first shown without its code and `texts`. */
const lazyForm = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder = 'h-64',
  texts: readonly Namespace[] = [],
) => {
  const Form = lazy(async () => {
    const [Loaded] = await Promise.all([load(), loadTranslations(texts)]);
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
  () => import('./treatment/review-button').then((file) => file.ReviewButton),
  'mb-2 h-(--control-small) w-40',
);
export const LazyNoteForm = lazyForm(() =>
  import('./entries/note-form').then((file) => file.NoteForm),
);
export const LazyHistoryForm = lazyForm(() =>
  import('./entries/history-form').then((file) => file.HistoryForm),
);
export const LazyDescriptionForm = lazyForm(() =>
  import('./treatment/description-form').then((file) => file.DescriptionForm),
);
export const ProtocolForm = lazyForm(() =>
  import('./treatment/protocol-form').then((file) => file.ProtocolForm),
);
export const LazyFilterFields = lazyForm(
  () => import('./list/filter-fields').then((file) => file.FilterFields),
  'h-64',
  ['filters'],
);
export const LazyListSwitch = lazyForm(
  () => import('./list/list-switch').then((file) => file.ListSwitch),
  'h-(--control-small)',
  ['lists'],
);
export const LazyEmptyList = lazyForm(
  () => import('./list/list-switch').then((file) => file.EmptyList),
  'h-64',
  ['lists'],
);
export const LazyFavoriteButton = lazyForm(
  () => import('./detail/favorite-button').then((file) => file.FavoriteButton),
  'size-(--control)',
  ['lists'],
);
export const LazyShortcuts = lazyForm(
  () => import('./list/shortcuts').then((file) => file.Shortcuts),
  'h-(--control-small) w-40',
  ['shortcuts'],
);
export const LazyImageSection = lazyForm(
  () => import('./images/image-section').then((file) => file.ImageSection),
  'h-64',
  ['images'],
);
