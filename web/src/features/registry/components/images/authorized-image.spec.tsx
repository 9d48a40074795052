import { expect, it } from 'vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { AuthorizedImage } from '@/features/registry/components/images/authorized-image';
import { adminApi, mockApi, renderApp, see, unseen } from '@/testing';
import { image } from '@/testing/registry';

const open = async () => {
  const requests = mockApi(adminApi);
  const hand = image({ filename: 'a.png', title: 'Hand' });
  await renderApp(
    <>
      <AuthorizedImage image={{ ...hand, title: 'Forearm' }} size="thumb" fallback="Not this" />
      <AuthorizedImage image={hand} size="thumb" fallback="Neither this" />
    </>,
  );
  const asked = () => requests.filter(({ path }) => path === '/api/session').length;
  await waitFor(() => expect(asked()).toBe(1));
  return asked;
};
const forearm = () => screen.getByRole<HTMLImageElement>('img', { name: 'Forearm' });

it('a broken image is loaded once more after one renewal of the session for all of them', async () => {
  const asked = await open();
  const first = forearm();
  fireEvent.error(first);
  fireEvent.error(screen.getByRole('img', { name: 'Hand' }));
  await waitFor(() => expect(forearm()).not.toBe(first));
  expect(forearm().getAttribute('src')).toBe('/uploads/a.png?size=thumb');
  expect(asked()).toBe(2);
  unseen('Not this');
  fireEvent.error(forearm());
  await see('Not this');
  unseen('Neither this');
});
