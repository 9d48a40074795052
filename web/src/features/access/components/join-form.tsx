import type { LinkedPractice } from '@ctdb/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DigitsField } from '@/components/digits-field';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { isSixDigits } from '@/lib/addresses';
import { type LinkChoice, useSendJoinCode } from '../api/lost-access';
import { useOpenedTexts } from '../model/use-opened-texts';

interface JoinFormProps {
  token: string;
  /** Those that can become a part of the chosen one. */
  others: readonly LinkedPractice[];
  pending: boolean;
  onJoin: (join: NonNullable<LinkChoice['join']>) => void;
}

/** Joins another practice of the same address to the chosen one, with six digits by mail. */
export function JoinForm({ token, others, pending, onJoin }: JoinFormProps) {
  const { t } = useTranslation(['access', 'addresses']);
  const { errorText } = useErrorMessages();
  const texts = useOpenedTexts();
  const send = useSendJoinCode(token);
  const [otherId, setOtherId] = useState('');
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const practice = others.find(({ id }) => id === otherId)?.id ?? others[0]?.id ?? '';
  const options = others.map(({ id, purchases: [newest] }) => ({
    value: id,
    label: newest ? texts.name(newest) : id,
  }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isSuccess) return send.mutate();
    setChecked(true);
    if (isSixDigits(code)) onJoin({ practice, code });
  };
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm font-semibold text-accent coarse:py-2">
        {t('access:link.join')}
      </summary>
      <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-4">
        <Field label={t('access:link.other')} help={t('access:link.joinText')}>
          <Select value={practice} options={options} onChange={setOtherId} />
        </Field>
        {send.isSuccess && (
          <DigitsField
            autoFocus
            address={t('access:link.address')}
            value={code}
            onChange={setCode}
            isChecked={isChecked}
          />
        )}
        {send.error && (
          <Notice tone="danger" role="alert">
            {errorText(send.error)}
          </Notice>
        )}
        <Button type="submit" className="self-start" pending={send.isPending || pending}>
          {t(send.isSuccess ? 'access:link.joinSubmit' : 'addresses:digits.send')}
        </Button>
      </form>
    </details>
  );
}
