import { formatFileSize, MAX_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';
import { CircleAlert, ImageUp } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '@/components/ui/file-button';
import { UserText } from '@/components/ui/prose';
import { useDrop } from '@/features/registry/model/use-drop';
import { cn } from '@/lib/cn';

interface FileFieldProps {
  file: File | undefined;
  onFile: (file: File) => void;
  button: RefObject<HTMLButtonElement | null>;
  /** The problem of the file. */
  error?: string | undefined;
  hint?: string | undefined;
  disabled: boolean;
}

/** Selects a file by button or drag and drop; shows the accepted types. */
export function FileField({ file, onFile, button, error, hint, disabled }: FileFieldProps) {
  const { t } = useTranslation('images');
  const id = useId();
  const takeFirst = ([first]: readonly File[]) => first && onFile(first);
  const { over, handlers } = useDrop(disabled ? undefined : takeFirst);
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1">
      <span id={`${id}-label`} className="font-semibold">
        {t('file.label')}
      </span>
      <div
        {...handlers}
        className={cn(
          'flex flex-col items-center gap-2 rounded-md border border-dashed px-4 py-4 text-center',
          error ? 'border-danger' : 'border-line-strong',
          over && 'bg-accent-soft',
        )}
      >
        {file && (
          <p className="max-w-full">
            <UserText className="font-semibold">{file.name}</UserText>{' '}
            <span className="text-ink-2">({formatFileSize(file.size)})</span>
          </p>
        )}
        <FileButton
          ref={button}
          control={{ accept: 'image/*', 'data-testid': 'image-file' }}
          onFiles={takeFirst}
          disabled={disabled}
          aria-describedby={`${id}-help ${id}-error`}
        >
          <ImageUp aria-hidden />
          {t(file ? 'file.other' : 'file.choose')}
        </FileButton>
        <span className="text-sm text-ink-2">{t(over ? 'dropHere' : 'file.drop')}</span>
      </div>
      <p id={`${id}-help`} className="text-sm text-ink-3">
        {t('file.help', {
          size: formatFileSize(MAX_IMAGE_BYTES),
          megapixels: MAX_IMAGE_MEGAPIXELS,
        })}
      </p>
      <div id={`${id}-error`} aria-live="polite" className="text-sm">
        {error && (
          <p className="flex gap-1.5 text-danger">
            <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" />
            <span>{error}</span>
          </p>
        )}
        {!error && hint && <p className="text-caution">{hint}</p>}
      </div>
    </div>
  );
}
