import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp, user } from '@/testing/render';
import { Button } from './button';
import { Tooltip } from './tooltip';

it('a tooltip opens over a control and closes on Escape', async () => {
  await renderApp(
    <Tooltip label="Edits it">
      <Button>Edit</Button>
    </Tooltip>,
  );
  await user.hover(screen.getByRole('button', { name: 'Edit' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Edits it');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});
