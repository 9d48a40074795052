import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AccessNotice } from '@/components/layout/access-notice';
import { Page } from '@/components/layout/page';
import { useErrorWords } from '@/i18n/use-error-words';
import { isCode } from '@/lib/api';
import { useSession } from '@/lib/session';
import { useCheck } from '../api/use-check';
import { CheckForm } from '../components/check-form';
import { HowTo } from '../components/how-to';
import { Result } from '../components/result';

function Checker() {
  const { errorText } = useErrorWords();
  const [search] = useSearchParams();
  const check = useCheck();
  const wrong = isCode(check.error, 'DOMAIN_NOT_VALID') ? errorText(check.error) : undefined;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-8">
        <CheckForm
          initial={search.get('domain')}
          pending={check.isPending}
          error={wrong}
          onCheck={check.mutate}
        />
        {check.data && <Result check={check.data} />}
      </div>
      <HowTo />
    </div>
  );
}

/** Whether a domain leads to this product, over https and with a good certificate. */
export default function DnsCheckerPage() {
  const { t } = useTranslation('dns');
  const session = useSession();
  return (
    <Page title={t('title')} intro={t('intro')}>
      {session.isAdmin ? <Checker /> : <AccessNotice session={session} needs="admin" />}
    </Page>
  );
}
