/**
 * Every part of `components/ui` in its states, for the browser tests alone: they serve this page themselves, and
 * the product's build does not have it. `?language=kn` chooses the texts, `?open=drawer` what is open.
 */
import '@/lib/zod-setup';
import '@/styles/index.css';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { Page } from '@/components/layout/page';
import { Badge, CategoryBadge, OutcomeBadge } from '@/components/ui/badge';
import { Button, LinkButton } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { DataTable } from '@/components/ui/data-table';
import { ConfirmDialog, Dialog } from '@/components/ui/dialog';
import { Facts, Figures } from '@/components/ui/facts';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { Form, FormActions } from '@/components/ui/form';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { Menu } from '@/components/ui/menu';
import { EmptyState, Notice } from '@/components/ui/notice';
import { PagedList } from '@/components/ui/paged-list';
import { PasswordInput } from '@/components/ui/password-input';
import { Progress } from '@/components/ui/progress';
import { SearchField } from '@/components/ui/search-field';
import { Section } from '@/components/ui/section';
import { CopyButton } from '@/components/ui/tooltip';
import { ViewTabs } from '@/components/ui/tabs';
import { loadTranslations, startI18n } from '@/i18n';
import { createQueryClient } from '@/lib/api/query-client';
import { watchTheme } from '@/lib/theme';

const { searchParams } = new URL(window.location.href);
const language = searchParams.get('language') === 'kn' ? 'kn' : 'en';
const opened = searchParams.get('open');
const nothing = () => undefined;

const rows = [
  { id: '1', payer: 'asha@example.in', amount: 2_999 },
  { id: '2', payer: `${'w'.repeat(60)}@example.in`, amount: 79_900 },
  { id: '3', payer: 'ravi@example.in', amount: 0 },
];
type Row = (typeof rows)[number];

const pending = { data: undefined, isPending: true, error: null, refetch: nothing };
const failed = { ...pending, isPending: false, error: new Error('failed') };
const loaded = { ...pending, isPending: false, isPlaceholderData: false };

function Controls() {
  const { t } = useTranslation(['common', 'billing']);
  const save = t('common:action.save');
  return (
    <Section id="controls" title="Button, Menu, Badge" className="flex flex-col gap-4">
      {(['primary', 'secondary', 'quiet', 'danger', 'link'] as const).map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-3">
          <Button variant={variant}>{save}</Button>
          <Button variant={variant} pending>
            {save}
          </Button>
          <Button variant={variant} disabled>
            {save}
          </Button>
          <LinkButton variant={variant} size="small" to="/">
            {save}
          </LinkButton>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="icon" aria-label={save}>
          <Plus aria-hidden />
        </Button>
        <Menu
          trigger={<Button>{t('common:page.actions')}</Button>}
          entries={[
            { kind: 'action', label: save, run: nothing },
            { kind: 'line', key: 'line' },
            { kind: 'action', label: t('common:action.delete'), run: nothing },
          ]}
        />
        <CopyButton text="1" label={save} copied={save} failed={save} />
        {(['accent', 'primary', 'green', 'amber', 'yellow', 'red', 'blue', 'gray'] as const).map(
          (tone) => (
            <Badge key={tone} tone={tone}>
              {t('billing:orders.state.paid')}
            </Badge>
          ),
        )}
        <CategoryBadge category="Respiratory" />
        <OutcomeBadge outcome="Improved" />
      </div>
    </Section>
  );
}

function Fields() {
  const { t } = useTranslation(['common', 'billing', 'faults']);
  const [value, setValue] = useState<'a' | 'b'>('a');
  const options = [
    { value: 'a' as const, label: t('common:theme.light') },
    { value: 'b' as const, label: t('common:theme.dark') },
  ];
  const label = t('billing:orders.payer');
  return (
    <Section id="fields" title="Field, Choice, Form" className="grid gap-4 sm:grid-cols-2">
      <Field label={label} help={t('billing:pricing.usdHelp')} optional>
        <Input defaultValue="asha" />
      </Field>
      <Field label={label} error={t('faults:REQUIRED')} required>
        <Input />
      </Field>
      <Field label={label}>
        <Input disabled defaultValue="asha" />
      </Field>
      <Field label={label}>
        <PasswordInput defaultValue="asha" />
      </Field>
      <Field label={t('common:theme.label')}>
        <Select value={value} options={options} onChange={setValue} />
      </Field>
      <SearchField label={t('billing:orders.search')} maxLength={20} onSearch={nothing} />
      <Field label={label} className="sm:col-span-2">
        <Textarea defaultValue={t('billing:orders.intro')} />
      </Field>
      {options.map((option) => (
        <Choice
          key={option.value}
          name="theme"
          value={option.value}
          isChosen={option.value === value}
          onChoose={() => setValue(option.value)}
          label={option.label}
          text={t('billing:orders.export.text')}
        />
      ))}
      <Form isRestored onDiscard={nothing} onSubmit={nothing}>
        <FormActions isSaving={false} onCancel={nothing} />
      </Form>
    </Section>
  );
}

function States() {
  const { t } = useTranslation('billing');
  return (
    <Section id="states" title="Notice, EmptyState, Loaded" className="flex flex-col gap-4">
      {(['info', 'success', 'caution', 'danger'] as const).map((tone) => (
        <Notice key={tone} tone={tone}>
          {t('orders.intro')}
        </Notice>
      ))}
      <EmptyState title={t('orders.none.all')} action={<Button>{t('orders.refund')}</Button>}>
        {t('orders.noneHint.all')}
      </EmptyState>
      <Loaded query={pending} height="h-12">
        {nothing}
      </Loaded>
      <Loaded query={failed} failed={t('orders.failed')}>
        {nothing}
      </Loaded>
      <Progress label={t('orders.title')} value={40} />
      <Progress label={t('orders.refunding')} />
    </Section>
  );
}

function Lists() {
  const { t } = useTranslation(['billing', 'common']);
  const columns = [
    { title: t('billing:orders.payer'), value: ({ payer }: Row) => payer },
    { title: t('billing:orders.totals.paid'), value: ({ amount }: Row) => amount },
  ];
  const table = { columns, rows, toKey: ({ id }: Row) => id };
  return (
    <Section id="lists" title="DataTable, List, Facts, Tabs" className="flex flex-col gap-6">
      <DataTable label={t('billing:orders.title')} {...table} />
      <PagedList
        query={{ ...loaded, data: { items: rows, pages: 3, total: 60 } }}
        page={2}
        onPage={nothing}
        failed=""
        empty={null}
        table={(items) => (
          <DataTable
            {...table}
            isDense
            label={t('billing:orders.views.all')}
            rows={items}
            open={{ toName: ({ payer }) => payer, run: nothing }}
          />
        )}
      />
      <ul>
        {rows.map(({ id, payer }) => (
          <ListRow
            key={id}
            title={payer}
            badges={<Badge tone="green">{t('billing:orders.state.paid')}</Badge>}
            actions={<Button size="small">{t('common:action.edit')}</Button>}
          >
            <p>{t('billing:orders.noneHint.all')}</p>
          </ListRow>
        ))}
      </ul>
      <Figures
        className="sm:grid-cols-3"
        rows={[
          { label: t('billing:orders.totals.paid'), value: '12', note: t('billing:orders.title') },
        ]}
      />
      {[false, true].map((isStacked) => (
        <Facts
          key={String(isStacked)}
          isStacked={isStacked}
          rows={rows.map(({ id, payer }) => [`${t('billing:orders.payer')} ${id}`, payer])}
        />
      ))}
      <ViewTabs
        views={['all', 'requested']}
        label={t('billing:orders.views.label')}
        toName={(view) => t(`billing:orders.views.${view}`)}
      >
        {() => t('billing:orders.intro')}
      </ViewTabs>
    </Section>
  );
}

function Overlays() {
  const { t } = useTranslation(['billing', 'common']);
  const [shown, show] = useState(opened);
  const title = t('billing:orders.title');
  const stateOf = (name: string) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => show(open ? name : null),
  });
  return (
    <>
      <Dialog {...stateOf('dialog')} title={title} description={t('billing:orders.intro')}>
        <Field label={t('billing:orders.payer')}>
          <Input />
        </Field>
      </Dialog>
      <Dialog shape="drawer" {...stateOf('drawer')} title={title}>
        <Facts isStacked rows={rows.map(({ id, payer }) => [id, payer])} />
      </Dialog>
      <ConfirmDialog
        {...stateOf('confirm')}
        question={t('billing:orders.erase.question')}
        consequence={t('billing:orders.erase.consequence', { item: title, when: '2026' })}
        confirm={t('common:action.delete')}
        onConfirm={nothing}
      />
    </>
  );
}

function Parts() {
  const { t } = useTranslation('billing');
  return (
    <Page
      title={t('orders.title')}
      intro={t('orders.intro')}
      action={<Button variant="primary">{t('orders.refund')}</Button>}
      menu={[{ kind: 'action', label: t('orders.refund'), run: nothing }]}
    >
      <div className="flex flex-col gap-12">
        <Controls />
        <Fields />
        <States />
        <Lists />
      </div>
      <Overlays />
    </Page>
  );
}

// No part asks for more than who reads.
window.fetch = async () => Response.json({ role: 'anonymous', capabilities: [] });
watchTheme();
await startI18n(language);
await loadTranslations(['billing', 'faults', 'shell', 'vocabulary']);
document.documentElement.lang = language;
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <Parts />
      </QueryClientProvider>
    </MemoryRouter>,
  );
