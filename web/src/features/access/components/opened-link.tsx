import type { LinkedPractice, PurchaseItem } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useErrorMessages } from '@/lib/error-messages';
import { findParams, isCode } from '@/lib/api';
import { accessLinkQuery, useOpenLinked } from '../api/lost-access';
import { hasCode, purchasesQuery } from '../api/purchases';
import { useOpenedTexts } from '../model/use-opened-texts';
import { JoinForm } from './join-form';
import { LostAccessForm } from './lost-access-form';
import { ReplaceQuestion } from './replace-question';

/** Shown after the access was moved: the link to it has the focus. */
function Done() {
  const { t } = useTranslation('access');
  const way = useRef<HTMLAnchorElement>(null);
  useEffect(() => way.current?.focus(), []);
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

interface PracticeChoiceProps {
  token: string;
  practices: readonly LinkedPractice[];
}

/** Shows the access that a link may open. Nothing moves before a button is pressed. */
function PracticeChoice({ token, practices }: PracticeChoiceProps) {
  const { t } = useTranslation('access');
  const { errorText } = useErrorMessages();
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
                  {newest && texts.period(newest)}
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
      {open.error && !replaced && (
        <Notice tone="danger" role="alert">
          <p className="font-semibold">{t('restore.failed')}</p>
          <p>{errorText(open.error)}</p>
        </Notice>
      )}
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

function Ended() {
  const { t } = useTranslation('access');
  return (
    <div className="flex flex-col gap-6">
      <Notice tone="danger" role="alert">
        {t('lost.ended')}
      </Notice>
      <LostAccessForm isMain />
    </div>
  );
}

/** A link to lost access: lists what it may open. */
export function OpenedLink({ token }: { token: string }) {
  const { t } = useTranslation('access');
  const query = useQuery(accessLinkQuery(token));
  if (query.isPending) return <Skeleton className="h-40" />;
  if (isCode(query.error, 'LINK_ENDED') || query.data?.practices.length === 0) return <Ended />;
  if (!query.data) return <ErrorState title={t('restore.failed')} query={query} />;
  return <PracticeChoice token={token} practices={query.data.practices} />;
}
