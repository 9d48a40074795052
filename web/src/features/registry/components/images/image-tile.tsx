import type { Image } from '@ctdb/contracts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SampleBadge } from '@/components/ui/badge';
import { LocalText } from '@/components/ui/prose';
import { useImageTexts } from '@/features/registry/model/images';
import { ImageActions } from './image-actions';
import { AuthorizedImage } from './authorized-image';

interface ImageTileProps {
  image: Image;
  diseaseId: string;
  canEdit: boolean;
  onOpen: () => void;
}

function Broken() {
  const { t } = useTranslation('images');
  return (
    <span className="flex h-full flex-col items-center justify-center gap-2 p-3 text-sm text-ink-2">
      <ImageOff aria-hidden className="size-6 text-ink-3" />
      {t('broken')}
    </span>
  );
}

/** A thumbnail, its title and what it shows, in words. */
export function ImageTile({ image, diseaseId, canEdit, onOpen }: ImageTileProps) {
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
          fallback={<Broken />}
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
        {canEdit && (
          <ImageActions
            image={image}
            diseaseId={diseaseId}
            onRestored={() => setRestored(restored + 1)}
          />
        )}
      </div>
    </li>
  );
}
