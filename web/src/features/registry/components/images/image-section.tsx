import type { Image, TreatmentWithImages } from '@ctdb/contracts';
import { ImageOff, ImageUp } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SampleBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState, Notice } from '@/components/ui/notice';
import { LocalText } from '@/components/ui/prose';
import { useImageTexts } from '@/features/registry/model/images';
import { useDrop } from '@/features/registry/model/use-drop';
import { useLazyDialog } from '@/features/registry/model/use-lazy-dialog';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { cn } from '@/lib/cn';
import { useKeptFocus } from '@/lib/focus';
import { useSession } from '@/lib/session';
import { AuthorizedImage } from './authorized-image';
import { ImageActions } from './image-actions';

const UploadDialog = lazyWithTexts(() => import('./upload-dialog'), ['forms', 'faults']);
const Lightbox = lazy(() => import('./lightbox'));

interface ImageTileProps {
  image: Image;
  canEdit: boolean;
  onOpen: () => void;
}

/** A thumbnail, its title and what it shows, in words. */
function ImageTile({ image, canEdit, onOpen }: ImageTileProps) {
  const { t } = useTranslation('images');
  const { alt } = useImageTexts()(image);
  const [restored, setRestored] = useState(0);
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <button
        type="button"
        onClick={onOpen}
        aria-label={t('open', { name: alt })}
        className="aspect-square overflow-hidden rounded-md border border-line bg-sunk"
      >
        <AuthorizedImage
          key={`${image.filename}:${restored}`}
          image={image}
          size="thumb"
          loading="lazy"
          className="size-full object-cover"
          fallback={
            <span className="flex h-full flex-col items-center justify-center gap-2 p-3 text-sm text-ink-2">
              <ImageOff aria-hidden className="size-6 text-ink-3" />
              {t('broken')}
            </span>
          }
        />
      </button>
      <div className="flex items-start justify-between gap-1">
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold wrap-anywhere">
            <LocalText text={image.title} textKn={image.titleKn} />
          </p>
          <p className="text-sm text-ink-3">{t(`type.${image.type}`)}</p>
          {image.isSample && <SampleBadge />}
        </div>
        {canEdit && <ImageActions image={image} onRestored={() => setRestored(restored + 1)} />}
      </div>
    </li>
  );
}

interface ImageSectionProps {
  diseaseId: string;
  /** Absent if the disease has no treatment yet; uploading the first image creates it. */
  treatment?: TreatmentWithImages | undefined;
}

/** The images of a treatment. All readers see them; only administrators can change them. */
export function ImageSection({ diseaseId, treatment }: ImageSectionProps) {
  const { t } = useTranslation('images');
  const canEdit = useSession().can('edit');
  const { images = [], imagesUnavailable }: Partial<TreatmentWithImages> = treatment ?? {};
  const uploading = useLazyDialog((dropped: File | undefined, dialog) => (
    <UploadDialog
      {...{ ...dialog, diseaseId, dropped }}
      treatmentId={treatment?.id}
      first={images.length === 0}
    />
  ));
  const lightbox = useLazyDialog((at: number, dialog) => (
    <Lightbox {...dialog} {...{ images, at }} />
  ));
  const canUpload = canEdit && !imagesUnavailable;
  const kept = useKeptFocus<HTMLElement>(images.length);
  const { over, handlers } = useDrop(
    canUpload ? ([file]) => file && uploading.open(file) : undefined,
  );
  const add = (
    <Button onClick={() => uploading.open(undefined)}>
      <ImageUp aria-hidden />
      {t('add')}
    </Button>
  );

  return (
    <section
      {...kept}
      {...handlers}
      aria-labelledby="images-title"
      className={cn('rounded-md', over && 'outline-2 outline-offset-8 outline-accent')}
    >
      <div className="mb-4 flex items-center justify-between gap-4">
        <h3 id="images-title" className="text-lg">
          {over ? t('dropHere') : t('title')}
        </h3>
        {canUpload && images.length > 0 && add}
      </div>
      {imagesUnavailable && <Notice tone="caution">{t('unavailable')}</Notice>}
      {!imagesUnavailable && images.length === 0 && (
        <EmptyState title={t('none')} action={canUpload && add}>
          {t(canEdit ? 'noneAdmin' : 'noneReader')}
        </EmptyState>
      )}
      <ul className="grid grid-cols-2 gap-4 empty:hidden sm:grid-cols-3 xl:grid-cols-4">
        {images.map((image, at) => (
          <ImageTile
            key={image.id}
            image={image}
            canEdit={canEdit}
            onOpen={() => lightbox.open(at)}
          />
        ))}
      </ul>
      {uploading.dialog}
      {lightbox.dialog}
    </section>
  );
}
