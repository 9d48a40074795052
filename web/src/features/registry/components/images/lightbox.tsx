import type { Image } from '@ctdb/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, SampleBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Prose } from '@/components/ui/prose';
import { useImageTexts } from '@/features/registry/model/images';
import { detectLanguage } from '@/lib/language';
import { AuthorizedImage } from './authorized-image';

interface LightboxProps {
  images: readonly Image[];
  /** The index of the first image to show. */
  at: number;
  open: boolean;
  onClose: () => void;
}

/** One large image. Arrow keys show the others; Escape closes it and restores the focus. */
export default function Lightbox({ images, at, open, onClose }: LightboxProps) {
  const { t } = useTranslation('images');
  const imageTexts = useImageTexts();
  const [shown, setShown] = useState(at);
  const total = images.length;
  const image = images[shown % total];
  if (!image) return null;
  const { title, description, alt } = imageTexts(image);
  const go = (by: 1 | -1) => setShown((shown + by + total) % total);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(1);
    if (key === 'ArrowLeft') go(-1);
  };
  const position = t('large.label', { number: (shown % total) + 1, total });
  const arrow = (by: 1 | -1, label: string) => (
    <Button variant="quiet" size="icon" aria-label={label} onClick={() => go(by)}>
      {by === 1 ? <ChevronRight aria-hidden /> : <ChevronLeft aria-hidden />}
    </Button>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      shape="window"
      onKeyDown={onKeyDown}
      title={
        <span lang={detectLanguage(title)} className="text-lg wrap-anywhere">
          {title}
        </span>
      }
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3">
        <div className="flex min-h-0 flex-1 items-center justify-center rounded-md bg-sunk">
          <AuthorizedImage
            key={image.id}
            image={image}
            size="display"
            width={image.width}
            height={image.height}
            className="mx-auto h-auto max-h-full w-auto max-w-full object-contain"
            fallback={<p className="p-12 text-center text-ink-2">{t('broken')}</p>}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
            <div className="flex flex-wrap gap-2">
              <Badge>{t(`type.${image.type}`)}</Badge>
              {image.isSample && <SampleBadge />}
            </div>
            {description && <Prose text={description} className="max-h-24 overflow-y-auto" />}
          </div>
          {total > 1 && (
            <div className="flex items-center gap-2">
              {arrow(-1, t('large.previous'))}
              <span className="text-sm text-ink-2 tabular-nums">{position}</span>
              {arrow(1, t('large.next'))}
            </div>
          )}
        </div>
        <p role="status" className="sr-only">
          {`${position}. ${alt}`}
        </p>
      </div>
    </Dialog>
  );
}
