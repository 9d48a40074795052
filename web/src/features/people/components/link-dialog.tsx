import type { PersonLink } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { routes } from '@/lib/api';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { usePeopleMutation } from '../api/people';

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
  const runAction = useRunAction();
  const language = useLanguage();
  const sending = usePeopleMutation(routes.sendPersonLink);
  const url = link ? `${location.origin}/invite#${link.token}` : '';
  const when = link ? formatDateTime(link.expiresAt, language) : '';

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t('link.copied'));
    } catch {
      // Forbidden, or no clipboard at all outside of https.
      toast.error(t('link.copyFailed'));
    }
  };

  const send = ({ id, token }: PersonLink) =>
    runAction(t('link.sendFailed'), async () => {
      await sending.mutateAsync({ params: { id }, body: { token } });
      toast.success(t('link.sent'));
    });

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
          <Button pending={sending.isPending} onClick={() => void send(link)}>
            {t('link.send')}
          </Button>
        )}
        <Button variant="primary" onClick={() => void copy()}>
          {t('link.copy')}
        </Button>
      </div>
    </Dialog>
  );
}
