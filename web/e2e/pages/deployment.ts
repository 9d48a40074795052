import { expect } from '@playwright/test';
import { becomes, shown } from '../support/expect.ts';
import type { Visitor } from '../support/fixtures.ts';
import { TEST_TIMEOUT_MS } from '../support/settings.ts';
import { toastSays } from './toast.ts';

type View = Pick<Visitor, 'page' | 't'>;

/** One deployment waits for all gateways. */
const DEPLOYMENT_TIMEOUT_MS = 2 * TEST_TIMEOUT_MS;

/** What the deployment screen offers. */
export const deploymentScreen = ({ page, t }: View) => ({
  name: page.getByLabel(t('deployment:projectName')),
  domain: page.getByLabel(t('deployment:domain')),
  deploy: page.getByRole('button', { name: t('deployment:deploy'), exact: true }),
  /** Each release available for a rollback has a button. */
  release: (name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ has: page.getByRole('button', { name: t('deployment:rollback.action') }) }),
});

/** Opens the screen and fills its form in: a name, and no domain. */
export const fillDeployment = async (view: View, name: string): Promise<void> => {
  const { page } = view;
  const screen = deploymentScreen(view);
  await page.goto('/deployment');
  // The page fills in the site's domain a moment later; wait before clearing the field.
  await becomes(async () => (await screen.domain.inputValue()) !== '', true, 'a domain is offered');
  await screen.domain.fill('');
  await screen.name.fill(name);
  await becomes(
    () => screen.deploy.isDisabled(),
    false,
    'the button is off',
    DEPLOYMENT_TIMEOUT_MS,
  );
};

/** Starts a deployment of this name. */
export const startDeployment = async (view: View, name: string): Promise<void> => {
  await fillDeployment(view, name);
  await deploymentScreen(view).deploy.click();
  await toastSays(view.page, view.t('deployment:started'));
};

/** Waits until the deployment that is shown is over and visitors see its name. */
export const becomesLive = async ({ page, t }: View, name: string): Promise<void> => {
  await shown(page.getByRole('heading', { name, exact: true }));
  const visit = page.getByRole('link', { name: t('deployment:visit') });
  await visit.waitFor({ timeout: DEPLOYMENT_TIMEOUT_MS });
  await shown(page.getByText('100%', { exact: true }));
  const url = (await visit.getAttribute('href')) ?? '';
  expect((await page.request.get(url)).status(), 'status of the live site').toEqual(200);
  const html = await (await page.request.get('/admin-login')).text();
  expect(/<title>(.*)<\/title>/.exec(html)?.[1], 'the title of a page').toContain(` · ${name}`);
  const manifest: unknown = await (await page.request.get('/manifest.webmanifest')).json();
  expect((manifest as { name: string }).name, 'the name of the web app').toEqual(name);
};
