import type { LinkedPractice, PurchaseItem } from '@ctdb/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDigits } from '@/components/digits-field';
import { EmailForm } from '@/components/email-form';
import { Failure } from '@/components/failure';
import { Unfold } from '@/components/unfold';
import { Button, LinkButton } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { Field, Select } from '@/components/ui/field';
import { Form, FormActions } from '@/components/ui/form';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { useInitialFocus } from '@/lib/focus';
import { call, findParams, isCode, routes } from '@/lib/api';
import { hasCode, purchasesQuery } from '../api/purchases';
import { accessLinkQuery, type LinkChoice, useOpenLinked } from '../api/restore';
import { ReplaceQuestion, useOpenedTexts } from './reveal-code';

/** Shown after the access was moved: the link to it has the focus. */
function Done() {
  const { t } = useTranslation('access');
  const way = useInitialFocus<HTMLAnchorElement>();
  return (
    <div className="flex flex-col items-start gap-4">
      <Notice tone="success" role="status">
        {t('restore.done')}
      </Notice>
      <LinkButton ref={way} to="/access" variant="primary">
        {t('lost.open')}
      </LinkButton>
    </div>
  );
}

type Replaced = NonNullable<ReturnType<typeof findParams<'PRACTICE_OPEN'>>>;

/** Before the access of a link replaces other access here. */
function OtherAccess({ item, paidAt }: Replaced) {
  const { data = [] } = useQuery(purchasesQuery);
  const known = data.find((one) => one.receipt?.paidAt === paidAt && hasCode(one));
  return <ReplaceQuestion item={item as PurchaseItem} paidAt={paidAt} orderId={known?.id} />;
}

interface JoinFormProps {
  token: string;
  /** Those that can become a part of the chosen one. */
  others: readonly LinkedPractice[];
  pending: boolean;
  onJoin: (join: NonNullable<LinkChoice['join']>) => void;
}

/** Joins another practice of the same address to the chosen one, with six digits by mail. */
function JoinForm({ token, others, pending, onJoin }: JoinFormProps) {
  const { t } = useTranslation(['access', 'addresses']);
  const texts = useOpenedTexts();
  const send = useMutation({
    mutationFn: () => call(routes.sendJoinCode, { body: { token } }),
  });
  const [otherId, setOtherId] = useState('');
  const { digits: code, check, field } = useDigits(t('access:link.address'));
  const practice = others.find(({ id }) => id === otherId)?.id ?? others[0]?.id ?? '';
  const options = others.map(({ id, purchases: [newest] }) => ({
    value: id,
    label: newest ? texts.name(newest) : id,
  }));

  const submit = () => {
    if (!send.isSuccess) send.mutate();
    else if (check()) onJoin({ practice, code });
  };
  return (
    <Unfold title={t('access:link.join')}>
      <Form onSubmit={submit} className="mt-3 flex flex-col gap-4">
        <Field label={t('access:link.other')} help={t('access:link.joinText')}>
          <Select value={practice} options={options} onChange={setOtherId} />
        </Field>
        {send.isSuccess && field}
        <Failure error={send.error} />
        <FormActions
          isSaving={send.isPending || pending}
          variant="secondary"
          save={t(send.isSuccess ? 'access:link.joinSubmit' : 'addresses:digits.send')}
        />
      </Form>
    </Unfold>
  );
}

interface PracticeChoiceProps {
  token: string;
  practices: readonly LinkedPractice[];
}

/** Shows the access that a link may open. Nothing moves before a button is pressed. */
function PracticeChoice({ token, practices }: PracticeChoiceProps) {
  const { t } = useTranslation('access');
  const texts = useOpenedTexts();
  const open = useOpenLinked(token);
  const [practice, choose] = useState(practices[0]?.id ?? '');
  const others = practices.filter(({ id }) => id !== practice);
  const replaced = findParams(open.error, 'PRACTICE_OPEN');

  if (open.isSuccess) return <Done />;
  if (isCode(open.error, 'LINK_ENDED')) return <Ended />;
  const start = () =>
    open.mutate(replaced && open.variables ? { ...open.variables, replace: true } : { practice });
  const change = (id: string) => {
    choose(id);
    open.reset();
  };
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-3 text-lg font-semibold">{t('link.choose')}</legend>
        <div className="flex flex-col gap-3">
          {practices.map(({ id, purchases: [newest, ...older] }) => (
            <Choice
              key={id}
              name="practice"
              value={id}
              isChosen={id === practice}
              onChoose={() => change(id)}
              label={newest && texts.name(newest)}
              text={
                <>
                  {newest && <span>{texts.period(newest)}</span>}
                  {older.map((one) => (
                    <span key={one.id} className="block">
                      {texts.name(one)}. {texts.period(one)}
                    </span>
                  ))}
                </>
              }
            />
          ))}
        </div>
      </fieldset>
      <p className="text-ink-2">{t('restore.moves')}</p>
      {replaced && <OtherAccess {...replaced} />}
      {!replaced && <Failure title={t('restore.failed')} error={open.error} />}
      <Button variant="primary" className="self-start" pending={open.isPending} onClick={start}>
        {t(replaced ? 'replace.submit' : 'restore.submit')}
      </Button>
      {others.length > 0 && (
        <JoinForm
          token={token}
          others={others}
          pending={open.isPending}
          onJoin={(join) => open.mutate({ practice, join })}
        />
      )}
    </div>
  );
}

/** Asks for a link to a confirmed address; the answer is the same for every address. */
export function LostAccessForm({ isMain = false }: { isMain?: boolean }) {
  const { t } = useTranslation('access');
  const sending = useMutation({
    mutationFn: (email: string) => call(routes.sendAccessLink, { body: { email } }),
  });
  return (
    <div className="flex flex-col gap-4">
      <p>{t('lost.text')}</p>
      <EmailForm
        label={t('lost.email')}
        wrong={t('restore.emailWrong')}
        action={t('lost.action')}
        variant={isMain ? 'primary' : 'secondary'}
        failed={t('lost.failed')}
        sending={sending}
      >
        {sending.isSuccess && (
          <Notice tone="success" role="status" title={t('lost.sent')}>
            {t('lost.sentText')}
          </Notice>
        )}
      </EmailForm>
    </div>
  );
}

function Ended() {
  const { t } = useTranslation('access');
  return (
    <div className="flex flex-col gap-6">
      <Failure>{t('lost.ended')}</Failure>
      <LostAccessForm isMain />
    </div>
  );
}

/** A link to lost access: lists what it may open. */
export function OpenedLink({ token }: { token: string }) {
  const { t } = useTranslation('access');
  const query = useQuery(accessLinkQuery(token));
  if (isCode(query.error, 'LINK_ENDED') || query.data?.practices.length === 0) return <Ended />;
  return (
    <Loaded query={query} failed={t('restore.failed')} height="h-40">
      {({ practices }) => <PracticeChoice token={token} practices={practices} />}
    </Loaded>
  );
}
