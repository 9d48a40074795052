import type { Image } from '@ctdb/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { disease, protocol, registryApi, treatment } from '@/testing/registry';
import { renderApp, user } from '@/testing/render';
import SheetPage from './sheet-page';

const image = (number: number, titleKn = ''): Image => ({
  id: String(number).repeat(24),
  treatmentId: 'b'.repeat(24),
  type: 'treatment_area',
  filename: `0000000${number}-0000-4000-8000-000000000000.jpg`,
  title: `Picture ${number}`,
  titleKn,
  description: '',
  descriptionKn: '',
  isSample: false,
  width: 10,
  height: 10,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  version: 1,
});

const shown = treatment({
  protocols: [protocol({ frequencyKn: '' })],
  images: [1, 2, 3, 4].map((number) => image(number, number === 1 ? 'ಎದೆಯ ಚಿತ್ರ' : '')),
});

const open = async (language: 'en' | 'kn' = 'en', api: Parameters<typeof mockApi>[0] = {}) => {
  mockApi({ ...registryApi(disease(), shown), ...api });
  await renderApp(
    <Routes>
      <Route path="/app/sheet/:id" element={<SheetPage />} />
    </Routes>,
    { path: `/app/sheet/${disease().id}`, language },
  );
};

const titles = (sheet: HTMLElement) =>
  within(sheet)
    .getAllByRole('img')
    .filter(({ tagName }) => tagName === 'IMG')
    .map((picture) => picture.closest('li')?.textContent);

const print = vi.fn();
beforeEach(() => {
  window.print = print;
  Object.defineProperty(document, 'fonts', {
    value: { ready: Promise.resolve() },
    configurable: true,
  });
});
afterEach(() => void print.mockReset());

describe('the treatment sheet', () => {
  it.each([
    ['en', 'Asthma', 'Respiratory', 'Green light in a quiet room.', 'Chest', /does not replace/],
    ['kn', 'ಅಸ್ತಮಾ', 'ಶ್ವಾಸಕೋಶ ಮತ್ತು ಉಸಿರಾಟ', 'ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.', 'ಎದೆ', /ಪರ್ಯಾಯವಲ್ಲ/],
  ] as const)('is in the language of the reader (%s)', async (language, name, ...texts) => {
    await open(language);
    const sheet = await screen.findByRole('article', { name });
    expect(sheet.lang).toBe(language);
    for (const text of texts) expect(within(sheet).getByText(text)).toBeTruthy();
    expect(within(sheet).getByRole('heading', { level: 2 }).textContent).toBe(name);
    // A text that only exists in English says so.
    expect(within(sheet).getByText('Daily').lang).toBe('en');
    expect(sheet.querySelector('svg title')).not.toBeNull();
    expect(sheet.textContent).not.toContain(language === 'en' ? 'ಅಸ್ತಮಾ' : 'Asthma');
  });

  it('is in both languages, one after the other', async () => {
    await open();
    await user.selectOptions(await screen.findByLabelText('Language of the sheet'), 'both');
    const kannada = await screen.findByRole('article', { name: 'ಅಸ್ತಮಾ' });
    expect(within(kannada).getByRole('columnheader', { name: 'ಅವಧಿ' })).toBeTruthy();
    expect(within(kannada).getByText('ಹಸಿರು')).toBeTruthy();
    const english = screen.getByRole('article', { name: 'Asthma' });
    expect(within(english).getByRole('columnheader', { name: 'Duration' })).toBeTruthy();
    expect(within(english).getByText('Green')).toBeTruthy();
  });

  it('shows the images that are chosen, three at first', async () => {
    await open();
    const sheet = await screen.findByRole('article');
    expect(titles(sheet)).toEqual(['Picture 1', 'Picture 2', 'Picture 3']);
    await user.click(screen.getByRole('checkbox', { name: 'Picture 2' }));
    await user.click(screen.getByRole('checkbox', { name: 'Picture 4' }));
    expect(titles(sheet)).toEqual(['Picture 1', 'Picture 3', 'Picture 4']);
  });

  it('is printed when its images are there; a broken one gives way to a text', async () => {
    await open();
    const button = await screen.findByRole('button', { name: 'Print' });
    const picture = (number: number) => screen.getByAltText(`Picture ${number}`);
    fireEvent.load(picture(1));
    fireEvent.load(picture(3));
    const first = picture(2);
    fireEvent.error(first);
    await waitFor(() => expect(picture(2)).not.toBe(first));
    await user.click(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    fireEvent.error(picture(2));
    await waitFor(() => expect(button.hasAttribute('aria-busy')).toBe(false));
    expect(print).not.toHaveBeenCalled();
    await user.click(button);
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  });

  it('is not there without a treatment, or an unknown disease', async () => {
    const path = `GET /api/treatments/disease/${disease().id}`;
    await open('en', { [path]: () => problemReply(404, 'NOT_FOUND', { kind: 'treatment' }) });
    expect(await screen.findByText('No treatment yet')).toBeTruthy();
    await open('en', {
      [`GET /api/diseases/${disease().id}`]: () =>
        problemReply(404, 'NOT_FOUND', { kind: 'disease' }),
    });
    expect(await screen.findByText('Invalid disease ID')).toBeTruthy();
  });

  it('is closed to visitors without access', async () => {
    await open('en', {
      'GET /api/session': () => json({ role: 'anonymous', capabilities: [], reason: 'none' }),
    });
    expect(await screen.findByText('Access required')).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });
});
