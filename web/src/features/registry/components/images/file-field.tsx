import { formatFileSize, MAX_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';
import { CircleAlert, ImageUp } from 'lucide-react';
import { type RefObject, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
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
  const input = useRef<HTMLInputElement>(null);
  const { over, handlers } = useDrop(
    disabled ? undefined : ([dropped]) => dropped && onFile(dropped),
  );
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
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          data-testid="image-file"
          onChange={({ target }) => {
            if (target.files?.[0]) onFile(target.files[0]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <Button
          ref={button}
          disabled={disabled}
          aria-describedby={`${id}-help ${id}-error`}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden />
          {t(file ? 'file.other' : 'file.choose')}
        </Button>
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
