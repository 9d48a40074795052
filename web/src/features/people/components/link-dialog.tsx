import type { PersonLink } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '@/components/confirm-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { call, routes } from '@/lib/api';
import { copyText } from '@/lib/copy-text';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { useReloadPeople } from '../api/people';

interface LinkDialogProps {
  name: string;
  /** Where the link can be sent to. */
  email: string | undefined;
  link: PersonLink | undefined;
  onClose: () => void;
}

/** Shows a new link to copy. The token is in the fragment, which browsers send to no server. */
export function LinkDialog({ name, email, link, onClose }: LinkDialogProps) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const reload = useReloadPeople();
  const url = link ? `${location.origin}/invite#${link.token}` : '';
  const when = link ? formatDateTime(link.expiresAt, language) : '';
  const copy = () => copyText(url, t('link.copied'), t('link.copyFailed'));
  const send = async ({ id, token }: PersonLink) => {
    await call(routes.sendPersonLink, { params: { id }, body: { token } }).finally(reload);
    toast.success(t('link.sent'));
  };

  return (
    <Dialog
      open={link !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('link.title', { name })}
      description={t('link.text', { name, when })}
    >
      <Field label={t('link.label')}>
        <Input readOnly lang="en" value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        {link && email && (
          <ActionButton failed={t('link.sendFailed')} run={() => send(link)}>
            {t('link.send')}
          </ActionButton>
        )}
        <Button variant="primary" onClick={() => void copy()}>
          {t('link.copy')}
        </Button>
      </div>
    </Dialog>
  );
}
