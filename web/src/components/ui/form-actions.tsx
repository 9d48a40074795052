import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from './button';

interface FormActionsProps {
  isSaving: boolean;
  /** The text of the button, if it is not "Save". */
  save?: string;
  onCancel: () => void;
  /** The page to which Cancel leads, if the form is a page of its own. */
  cancelTo?: string;
}

/** Save and Cancel at the end of a form. */
export function FormActions({ isSaving, save, onCancel, cancelTo }: FormActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="primary" pending={isSaving}>
        {isSaving ? t('action.saving') : (save ?? t('action.save'))}
      </Button>
      {cancelTo === undefined ? (
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
      ) : (
        <LinkButton to={cancelTo} onClick={onCancel}>
          {t('action.cancel')}
        </LinkButton>
      )}
    </div>
  );
}
