import { becomes, same, shown } from '../harness/checks.ts';
import { TEST_MS } from '../harness/settings.ts';
import type { Visitor } from '../harness/visitor.ts';
import { toastSays } from './toast.ts';

type View = Pick<Visitor, 'page' | 't'>;

/** How long one deployment may take: it builds the whole application. */
const DEPLOYMENT_MS = 2 * TEST_MS;

/** What the deployment screen offers. */
export const deploymentScreen = ({ page, t }: View) => ({
  name: page.getByLabel(t('deployment:projectName')),
  domain: page.getByLabel(t('deployment:domain')),
  deploy: page.getByRole('button', { name: t('deployment:deploy'), exact: true }),
  /** Releases that can be gone back to have a button for it. */
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
  // The own domain comes a moment later, and would come into an emptied field.
  await becomes(async () => (await screen.domain.inputValue()) !== '', true, 'a domain is offered');
  await screen.domain.fill('');
  await screen.name.fill(name);
  await becomes(() => screen.deploy.isDisabled(), false, 'the button is off', DEPLOYMENT_MS);
};

/** Starts a deployment of this name. */
export const startDeployment = async (view: View, name: string): Promise<void> => {
  await fillDeployment(view, name);
  await deploymentScreen(view).deploy.click();
  await toastSays(view.page, view.t('deployment:started'));
};

/** Waits until the deployment that is shown is over and the site is the release of this name. */
export const becomesLive = async ({ page, t }: View, name: string): Promise<void> => {
  await shown(page.getByRole('heading', { name, exact: true }));
  const visit = page.getByRole('link', { name: t('deployment:visit') });
  await visit.waitFor({ timeout: DEPLOYMENT_MS });
  await shown(page.getByText('100%', { exact: true }));
  const address = (await visit.getAttribute('href')) ?? '';
  same((await page.request.get(address)).status(), 200, 'status of the live site');
  const release: unknown = await (await page.request.get('/release.json')).json();
  same((release as { projectName: string }).projectName, name, 'the release that is served');
};
