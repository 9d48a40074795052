import type { ComponentProps, FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { Notice } from './notice';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** The fields hold what was typed before and not saved, see `useDraft`. */
  isRestored?: boolean;
  /** Throws that away. */
  onDiscard?: () => void;
}

/** A form whose fields the program checks, not the browser. */
export function Form(props: FormProps) {
  const { onSubmit, isRestored = false, onDiscard, children, ...rest } = props;
  const { t } = useTranslation();
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event);
      }}
    >
      {isRestored && (
        <Notice role="status">
          <div className="flex flex-wrap items-center justify-between gap-2">
            {t('state.draftKept')}
            {onDiscard && (
              <Button size="small" onClick={onDiscard}>
                {t('action.discard')}
              </Button>
            )}
          </div>
        </Notice>
      )}
      {children}
    </form>
  );
}
