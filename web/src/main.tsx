import '@/lib/zod-setup';
import '@/styles/index.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { startI18n } from '@/i18n';
import { createQueryClient } from '@/lib/api/query-client';
import { watchDrafts } from '@/lib/draft-store';
import { watchMissingParts } from '@/lib/missing-parts';
import { readPageValues, seedPageValues } from '@/lib/page-values';
import { watchTheme } from '@/lib/theme';
import { restoreTyped } from '@/lib/typed-fields';
import { BrowserRouter } from 'react-router-dom';

const start = async () => {
  watchTheme();
  watchMissingParts();
  restoreTyped();
  watchDrafts();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const client = createQueryClient();
  seedPageValues(client, readPageValues(root));
  await startI18n();
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App client={client} />
      </BrowserRouter>
    </StrictMode>
  );
  const { dataset } = document.documentElement;
  const isSkeleton = root.dataset['skeleton'] !== undefined;
  if (root.hasChildNodes() && !isSkeleton && dataset.outdated === undefined) {
    // In a transition, React works in short tasks and the page answers between them.
    startTransition(() => void hydrateRoot(root, app));
    return;
  }
  // A skeleton stays until React has painted.
  if (!isSkeleton) root.replaceChildren();
  delete dataset.outdated;
  createRoot(root).render(app);
};

void start();
