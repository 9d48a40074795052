import type { AuditVerification } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Progress } from '@/components/ui/progress';
import { call, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';

const MAX_SHOWN = 20;

/** Sums up all parts that are verified so far. */
type VerificationState = Omit<AuditVerification, 'next'>;

function Result({ result }: { result: VerificationState }) {
  const { t } = useTranslation('audit');
  const { formatDate } = useDates();
  const { checked, found, findings, erased, unchained = 0, backups } = result;
  const { unreadableBackups = 0 } = result;
  const isRight = found === 0;
  const shown = findings.slice(0, MAX_SHOWN);
  return (
    <Notice tone={isRight ? 'success' : 'danger'} role="alert">
      <p className="font-semibold">{t(isRight ? 'verify.right' : 'verify.wrong')}</p>
      {isRight ? (
        <p>{t('verify.rightText', { count: checked })}</p>
      ) : (
        <>
          <p>{t('verify.wrongText', { count: found })}</p>
          <ul className="list-disc pl-5">
            {shown.map(({ code, sequence, count = 1, day }) => (
              <li key={`${code} ${sequence}`}>
                {day && `${formatDate(day)}, `}
                {t(`verify.finding.${code}`, { sequence, count })}
              </li>
            ))}
          </ul>
          {found > shown.length && <p>{t('verify.more', { count: found - shown.length })}</p>}
        </>
      )}
      {erased > 0 && <p>{t('verify.erased', { count: erased })}</p>}
      {unchained > 0 && <p>{t('verify.unchained', { count: unchained })}</p>}
      {backups === undefined && <p>{t('verify.noBackups')}</p>}
      {unreadableBackups > 0 && <p>{t('verify.unreadable', { count: unreadableBackups })}</p>}
      {backups !== undefined && isRight && <p>{t('verify.backups', { count: backups })}</p>}
    </Notice>
  );
}

/** Verifies the whole trail, part by part; `onProgress` gets what is verified so far. */
const verifyParts = async (
  onProgress: (state: VerificationState) => void,
): Promise<VerificationState> => {
  let state: VerificationState = { total: 0, checked: 0, erased: 0, findings: [], found: 0 };
  for (let after: number | undefined = 0; after !== undefined;) {
    const query = { after: String(after) };
    const part: AuditVerification = await call(routes.verifyAudit, { query });
    after = part.next;
    state = {
      ...part,
      checked: state.checked + part.checked,
      erased: state.erased + part.erased,
      found: state.found + part.found,
      findings: [...state.findings, ...part.findings],
    };
    onProgress(state);
  }
  return state;
};

/** Verifies that no entry was changed or removed since it was written. */
export function Verification() {
  const { t } = useTranslation('audit');
  const [state, setState] = useState<VerificationState>();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => verifyParts(setState),
  });
  const verify = () => {
    setState(undefined);
    mutate();
  };
  return (
    <div className="flex flex-col gap-3">
      <Button className="self-start" pending={isPending} onClick={verify}>
        {t('verify.action')}
      </Button>
      {isPending && (
        <div className="flex flex-col gap-1">
          <Progress label={t('verify.running')} value={state?.checked} max={state?.total ?? 0} />
          <p className="text-sm text-ink-2 tabular-nums" role="status">
            {state
              ? t('verify.progress', { checked: state.checked, total: state.total })
              : t('verify.running')}
          </p>
        </div>
      )}
      {error && <ErrorState title={t('verify.failed')} query={{ error, refetch: verify }} />}
      {data && !isPending && <Result result={data} />}
    </div>
  );
}
