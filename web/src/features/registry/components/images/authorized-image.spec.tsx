import { describe, expect, it } from 'vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { AuthorizedImage } from '@/features/registry/components/images/authorized-image';
import { json, mockApi, renderApp, see, unseen } from '@/testing';
import { image } from '@/testing/registry';

const forearmImage = image({ filename: 'a.png' });
const session = 'GET /api/session';

const open = async () => {
  let asked = 0;
  mockApi({
    [session]: () => json({ role: 'admin', capabilities: [], count: ++asked }),
    'GET /api/config': () => json({ productName: { en: 'X', kn: 'ಕ' } }),
  });
  await renderApp(
    <>
      <AuthorizedImage image={forearmImage} size="thumb" fallback="Not to be seen" />
      <AuthorizedImage
        image={{ ...forearmImage, title: 'Hand' }}
        size="thumb"
        fallback="Neither this"
      />
    </>,
  );
  await waitFor(() => expect(asked).toBe(1));
  return () => asked;
};
const forearm = () => screen.getByRole<HTMLImageElement>('img', { name: 'Forearm' });

describe('an image that fails to load', () => {
  it('is loaded once more after one renewal of the session for all images', async () => {
    const asked = await open();
    const first = forearm();
    fireEvent.error(first);
    fireEvent.error(screen.getByRole('img', { name: 'Hand' }));
    await waitFor(() => expect(forearm()).not.toBe(first));
    expect(forearm().getAttribute('src')).toBe('/uploads/a.png?size=thumb');
    expect(asked()).toBe(2);
    unseen('Not to be seen');
  });

  it('counts as broken after that', async () => {
    await open();
    const first = forearm();
    fireEvent.error(first);
    await waitFor(() => expect(forearm()).not.toBe(first));
    fireEvent.error(forearm());
    await see('Not to be seen');
    unseen('Neither this');
  });
});
