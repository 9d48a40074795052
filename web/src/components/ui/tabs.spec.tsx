import { expect, it } from 'vitest';
import { useState } from 'react';
import { cleanup, screen } from '@testing-library/react';
import { click, renderApp, user } from '@/testing';
import { Tabs } from './tabs';

const names = ['Treatment', 'Notes', 'History'];

function Three() {
  const [shown, show] = useState('Treatment');
  return (
    <Tabs views={names} shown={shown} onShow={show} label="Parts" toName={(name) => name}>
      {(name) => `${name} of it`}
    </Tabs>
  );
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

it('tabs show one panel and are one stop of the Tab key; arrows, Home and End move', async () => {
  await renderApp(<Three />);
  await click('Notes', 'tab');
  expect(screen.getByRole('tabpanel', { name: 'Notes' }).textContent).toBe('Notes of it');
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  cleanup();
  await renderApp(<Three />);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Treatment');
  await user.keyboard('{ArrowLeft}');
  expect(chosen()).toBe('History');
  expect(document.activeElement?.textContent).toBe('History');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(chosen()).toBe('Notes');
  await user.keyboard('{End}');
  expect(chosen()).toBe('History');
  await user.keyboard('{Home}');
  expect(chosen()).toBe('Treatment');
  await user.tab();
  expect(document.activeElement?.getAttribute('role')).toBe('tabpanel');
});
