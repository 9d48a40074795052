import type { Image, ImageSize } from '@ctdb/contracts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { imageUrl, type UrlOfImage, useImageTexts } from '@/features/registry/model/images';
import { useSession } from '@/lib/session';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'onError'> {
  image: Image;
  size: ImageSize;
  /** Where it is, for readers without access. */
  urlOf?: UrlOfImage | undefined;
  /** Shown if the image cannot be loaded. */
  fallback: ReactNode;
  /** It cannot be loaded. */
  onBroken?: (() => void) | undefined;
}

/**
 * An image from `/uploads`. An `<img>` cannot renew an expired session. The component therefore
 * renews it once and loads the image again before it shows the fallback.
 */
export function AuthorizedImage(props: PictureProps) {
  const { image, size, urlOf = imageUrl, fallback, onBroken, ...rest } = props;
  const { refetch } = useSession();
  const imageTexts = useImageTexts();
  const [attempt, setAttempt] = useState<'first' | 'second' | 'none'>('first');
  const onError = async () => {
    if (attempt === 'second') {
      setAttempt('none');
      onBroken?.();
      return;
    }
    // One session request for all images of the page.
    await refetch({ cancelRefetch: false });
    setAttempt('second');
  };
  if (attempt === 'none') return fallback;
  return (
    <img
      {...rest}
      key={attempt}
      src={urlOf(image.filename, size)}
      alt={imageTexts(image).alt}
      onError={() => void onError()}
    />
  );
}
