import type { Image, ImageSize } from '@ctdb/contracts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { imageUrl, imageAltText } from '@/features/registry/model/images';
import { useSession } from '@/lib/session';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'onError'> {
  image: Image;
  size: ImageSize;
  /** Shown where the image does not come. */
  instead: ReactNode;
}

/**
 * An image of ours. Calls renew a session that ran out while nobody did anything; an `<img>` cannot,
 * so it is done for it, once, before the image counts as broken.
 */
export function AuthorizedImage({ image, size, instead, ...rest }: PictureProps) {
  const { refetch } = useSession();
  const [tries, setTries] = useState<'first' | 'second' | 'none'>('first');
  const onError = async () => {
    if (tries === 'second') return setTries('none');
    // One question for all the images of the page.
    await refetch({ cancelRefetch: false });
    setTries('second');
  };
  if (tries === 'none') return instead;
  return (
    <img
      {...rest}
      key={tries}
      src={imageUrl(image.filename, size)}
      alt={imageAltText(image)}
      onError={() => void onError()}
    />
  );
}
