import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, type RenderResult } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { Toaster } from '@/components/layout/toaster';
import { i18n, loadTranslations, setLanguage, startI18n } from '@/i18n';
import type { Language } from '@/lib/language';
import type { Namespace } from '@/i18n/resources';
import { createQueryClient } from '@/lib/api/query-client';
import { mockApi, type Replies } from './mock-api';

// Screens load code lazily; on a busy machine the default timeout of one second is too short.
configure({ asyncUtilTimeout: 10_000 });

interface Options {
  /** The current path. */
  path?: string;
  language?: Language;
}

/** Renders the current path, so that tests can read it. */
function Place() {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
}

const ownFiles = readdirSync(join(import.meta.dirname, '../i18n/locales/en'));
const allNamespaces = ['errors', 'findings', ...ownFiles.map((file) => file.replace('.json', ''))];

/** Simulates a person who types and clicks without pauses. */
export const user = userEvent.setup({ delay: null });

/** Renders a component with texts, router, query client and toasts, as the program does. */
export const renderApp = async (
  ui: ReactNode,
  { path = '/', language = 'en' }: Options = {},
): Promise<RenderResult> => {
  if (!i18n.isInitialized) await startI18n();
  await setLanguage(language);
  await loadTranslations(allNamespaces as Namespace[]);
  return render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={createQueryClient()}>
        <Suspense fallback={null}>{ui}</Suspense>
        <Toaster />
        <Place />
      </QueryClientProvider>
    </MemoryRouter>,
  );
};

/** Renders a page for which the API has these replies. Returns the requests in order. */
export const renderPage = async (replies: Replies, ui: ReactNode, options?: Options) => {
  const requests = mockApi(replies);
  await renderApp(ui, options);
  return requests;
};
