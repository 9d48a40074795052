import type { ReplyOf, checkAccessCode } from '@ctdb/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useOpenedTexts } from '../model/use-opened-texts';
import { ReplaceQuestion } from './replace-question';

interface FoundAccessProps {
  found: ReplyOf<typeof checkAccessCode>;
  onRestore: () => void;
  onCancel: () => void;
  pending: boolean;
  disabled: boolean;
  /** Why it did not work. */
  children?: ReactNode;
}

/** Shows the access that a code opens, and the access that it replaces here. Nothing moves before the button is pressed. */
export function FoundAccess(props: FoundAccessProps) {
  const { found, onRestore, onCancel, pending, disabled, children } = props;
  const { t } = useTranslation(['access', 'common']);
  const texts = useOpenedTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { purchase, replaces } = found;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {t('access:restore.found')}: {texts.item(purchase)}
        </h3>
        <p>{texts.dates(purchase)}</p>
        <p className="mt-2 text-ink-2">{t('access:restore.moves')}</p>
      </div>
      {replaces && (
        <ReplaceQuestion {...replaces} orderId={replaces.pass ? replaces.id : undefined} />
      )}
      {children}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={pending} disabled={disabled} onClick={onRestore}>
          {t(replaces ? 'access:replace.submit' : 'access:restore.submit')}
        </Button>
        <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  );
}
