import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps, LinkButton } from './button';
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

interface FormActionsProps extends Pick<ButtonProps, 'variant' | 'size' | 'disabled'> {
  isSaving: boolean;
  /** The text of the button that submits, if it is not "Save". */
  save?: string | undefined;
  /** The text of the other button, if it is not "Cancel". */
  cancel?: string | undefined;
  onCancel?: (() => void) | undefined;
  /** The page to which Cancel leads, if the form is a page of its own. */
  cancelTo?: string | undefined;
  /** Other buttons, after the first one. */
  children?: ReactNode;
}

/** The buttons at the end of a form, everywhere in this order: the one that submits, then Cancel. */
export function FormActions(props: FormActionsProps) {
  const { t } = useTranslation();
  const { isSaving, save, cancel = t('action.cancel'), onCancel, cancelTo, children } = props;
  const { variant = 'primary', size, disabled } = props;
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" pending={isSaving} {...{ variant, size, disabled }}>
        {save ?? t(isSaving ? 'action.saving' : 'action.save')}
      </Button>
      {children}
      {cancelTo !== undefined && (
        <LinkButton to={cancelTo} onClick={onCancel}>
          {cancel}
        </LinkButton>
      )}
      {cancelTo === undefined && onCancel && <Button onClick={onCancel}>{cancel}</Button>}
    </div>
  );
}
