import { useMutation } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { useErrorMessages } from '@/lib/error-messages';
import { call, findParams, isCode, routes } from '@/lib/api';
import { useTypedDraft } from '@/lib/drafts';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';
import { type StartProps, useRefreshHistory } from '../api/deployments';

const DEFAULT_NAME = 'Medical Color Therapy Database';
// As in the contracts, whose schemas would come along.
const MAX_NAME = 100;
const MAX_DOMAIN = 300;

/** Starts a deployment. */
export function DeployForm({ running, onStarted }: StartProps) {
  const { t } = useTranslation(['deployment', 'faults']);
  const { errorText } = useErrorMessages();
  const config = useConfig();
  const draft = useTypedDraft('deployment', {
    projectName: DEFAULT_NAME,
    domain: config?.siteDomain ?? '',
  });
  const { projectName, domain } = draft.values;
  const name = projectName.trim();
  const start = useMutation({
    mutationFn: () => {
      const given = domain.trim();
      const body = { projectName: name, ...(given && { domain: given }) };
      return call(routes.startDeployment, { body });
    },
    onSuccess: (answer) => {
      draft.clear();
      onStarted(answer, t('started'));
    },
    onError: (error) => {
      // A wrong domain is said under its field.
      if (!isCode(error, 'DOMAIN_NOT_VALID'))
        toast.error(t('failed'), { description: t('startFailed') });
    },
    onSettled: useRefreshHistory(),
  });
  const wrongName = findParams(start.error, 'VALIDATION_FAILED')?.faults.find(
    ({ path }) => path === 'projectName',
  );
  const wrongDomain = isCode(start.error, 'DOMAIN_NOT_VALID') && errorText(start.error);

  const deploy = () => {
    if (name) start.mutate();
    else toast.error(t('missingName'));
  };

  return (
    <Card>
      <Form onSubmit={deploy}>
        <Field
          label={t('projectName')}
          required
          help={t('projectNameHelp')}
          error={wrongName && t(`faults:${wrongName.code}`, { ...wrongName.params })}
        >
          <Input
            value={projectName}
            onChange={(event) => draft.change({ projectName: event.target.value })}
            maxLength={MAX_NAME}
          />
        </Field>
        <Field label={t('domain')} optional help={t('domainHelp')} error={wrongDomain}>
          <Input
            value={domain}
            onChange={(event) => draft.change({ domain: event.target.value })}
            maxLength={MAX_DOMAIN}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" pending={start.isPending} disabled={running}>
            {!start.isPending && <Rocket aria-hidden />}
            <span>{t('deploy')}</span>
          </Button>
          {running && <p className="text-sm text-ink-2">{t('waitForOther')}</p>}
        </div>
      </Form>
    </Card>
  );
}
