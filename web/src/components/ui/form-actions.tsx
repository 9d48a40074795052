import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from './button';

interface FormActionsProps {
  isSaving: boolean;
  /** The text of the button, if it is not "Save". */
  save?: string;
  /** The text of the other button, if it is not "Cancel". */
  cancel?: string;
  onCancel: () => void;
  /** The page to which Cancel leads, if the form is a page of its own. */
  cancelTo?: string;
}

/** Save and Cancel at the end of a form. */
export function FormActions(props: FormActionsProps) {
  const { t } = useTranslation();
  const { isSaving, save, cancel = t('action.cancel'), onCancel, cancelTo } = props;
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="primary" pending={isSaving}>
        {isSaving ? t('action.saving') : (save ?? t('action.save'))}
      </Button>
      {cancelTo === undefined ? (
        <Button onClick={onCancel}>{cancel}</Button>
      ) : (
        <LinkButton to={cancelTo} onClick={onCancel}>
          {cancel}
        </LinkButton>
      )}
    </div>
  );
}
