import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { toast } from '@/lib/toast';
import { renderApp } from '@/testing/render';

it('shows what was said before it was loaded, and one message at a time', async () => {
  toast.error('Lost', { description: 'There is no connection.' });
  await renderApp(null);
  expect(await screen.findByText('There is no connection.')).toBeTruthy();
  act(() => toast.success('Saved'));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(screen.queryByText('Lost')).toBeNull();
  expect(screen.queryByText('There is no connection.')).toBeNull();
});
