import {
  formatFileSize,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_MEGAPIXELS,
  MAX_IMAGE_TITLE_LENGTH,
} from '@ctdb/contracts';
import { ImageUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { FileButton } from '@/components/ui/file-button';
import { Field, Input } from '@/components/ui/field';
import { cn } from '@/lib/cn';
import { useKeptFocus } from '@/lib/focus';
import { useErrorMessages } from '@/lib/error-messages';
import { randomHex } from '@/lib/ids';
import { toast } from '@/lib/toast';
import { findFault, isDoubtful } from '@/features/registry/model/images';
import { useDrop } from '@/features/registry/model/use-drop';

const ID_BYTES = 8;

/** A photo of a new disease, which is not saved yet. */
export interface Photo {
  id: string;
  file: File;
  /** Shows the file on the page. */
  url: string;
  title: string;
  /** Why the server has refused it. */
  refusal?: string;
}

/** The title of a photo: what is typed, else the name of its file. */
export const titleOf = ({ title, file }: Photo): string =>
  title.trim() || file.name.slice(0, MAX_IMAGE_TITLE_LENGTH);

/** The name of a file as a title: without its ending, with spaces. */
const toTitle = (filename: string): string =>
  filename
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, MAX_IMAGE_TITLE_LENGTH);

const toPhoto = (file: File): Photo => ({
  id: randomHex(ID_BYTES),
  file,
  url: URL.createObjectURL(file),
  title: toTitle(file.name),
});

interface PhotosFieldProps {
  photos: readonly Photo[];
  onChange: (change: (photos: readonly Photo[]) => readonly Photo[]) => void;
  disabled: boolean;
}

/** Chooses any number of photos, by button or drag and drop. Each has a title, at first the name of its file. */
export function PhotosField({ photos, onChange, disabled }: PhotosFieldProps) {
  const { t } = useTranslation('images');
  const { codeText } = useErrorMessages();
  const kept = useKeptFocus<HTMLDivElement>(photos.length);

  const add = (files: readonly File[]) => {
    const refused = files.flatMap((file) => {
      const fault = findFault(file);
      return fault ? `${file.name}: ${codeText(fault)}` : [];
    });
    if (refused.length > 0) toast.error(t('photos.refused'), { description: refused.join(' ') });
    const added = files.filter((file) => !findFault(file));
    onChange((before) => [...before, ...added.map(toPhoto)]);
  };
  const { over, handlers } = useDrop(disabled ? undefined : add);
  return (
    <div
      {...kept}
      {...handlers}
      className={cn('flex flex-col items-start gap-3', over && 'bg-accent-soft')}
    >
      {photos.length > 0 && (
        <ul className="grid w-full gap-3 sm:grid-cols-2">
          {photos.map(({ id, url, title, file, refusal }) => (
            <li key={id} className="flex items-end gap-3 rounded-md border border-line p-3">
              <img
                src={url}
                alt=""
                // It stays on the page; its address is needed no more.
                onLoad={() => URL.revokeObjectURL(url)}
                className="size-16 shrink-0 rounded-sm object-cover"
              />
              <Field
                label={t('field.title')}
                help={isDoubtful(file) && t('file.doubtful')}
                error={refusal}
                className="min-w-0 grow"
              >
                <Input
                  value={title}
                  maxLength={MAX_IMAGE_TITLE_LENGTH}
                  readOnly={disabled}
                  onChange={({ target }) =>
                    onChange((before) =>
                      before.map((one) => (one.id === id ? { ...one, title: target.value } : one)),
                    )
                  }
                />
              </Field>
              <Button
                variant="quiet"
                size="icon"
                disabled={disabled}
                aria-label={t('photos.remove', { name: title || file.name })}
                onClick={() => onChange((before) => before.filter((one) => one.id !== id))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FileButton
        control={{ accept: 'image/*', multiple: true, 'data-testid': 'photos' }}
        disabled={disabled}
        onFiles={add}
      >
        <ImageUp aria-hidden />
        {t('photos.add')}
      </FileButton>
      <p className="text-sm text-ink-3">
        {t('file.help', {
          size: formatFileSize(MAX_IMAGE_BYTES),
          megapixels: MAX_IMAGE_MEGAPIXELS,
        })}
      </p>
    </div>
  );
}
