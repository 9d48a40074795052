import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Language } from '@/lib/language';
import { button, click, field, part, renderApp, see, seeIn, user } from '@/testing';
import { mockApi, problemReply, type Replies } from '@/testing/mock-api';
import { disease, image, protocol, treatment, registryApi } from '@/testing/registry';
import SheetPage from './sheet-page';

const shown = treatment({
  protocols: [protocol({ frequencyKn: '' })],
  images: ['1', '2', '3', '4'].map((digit) =>
    image({ id: digit.repeat(24), title: `Picture ${digit}` }),
  ),
});

const open = async (language: Language = 'en', api: Replies = {}) => {
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

it.each([
  ['en', 'Asthma', 'Respiratory', 'Green light in a quiet room.', 'Chest', /does not replace/],
  ['kn', 'ಅಸ್ತಮಾ', 'ಶ್ವಾಸಕೋಶ ಮತ್ತು ಉಸಿರಾಟ', 'ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.', 'ಎದೆ', /ಪರ್ಯಾಯವಲ್ಲ/],
] as const)('the sheet is in the language of the reader (%s)', async (language, name, ...texts) => {
  await open(language);
  const sheet = await screen.findByRole('article', { name });
  expect(sheet.lang).toBe(language);
  await seeIn(within(sheet), ...texts);
  expect(within(sheet).getByRole('heading', { level: 2 }).textContent).toBe(name);
  // A text that only exists in English says so.
  expect(within(sheet).getByText('Daily').lang).toBe('en');
  expect(sheet.querySelector('svg title')).not.toBeNull();
  expect(sheet.textContent).not.toContain(language === 'en' ? 'ಅಸ್ತಮಾ' : 'Asthma');
});

it('the treatment sheet is in both languages, one after the other', async () => {
  await open();
  await user.selectOptions(await field('Language of the sheet'), 'both');
  await seeIn(await part('article', 'ಅಸ್ತಮಾ'), 'ಅವಧಿ', 'ಹಸಿರು');
  await seeIn(await part('article', 'Asthma'), 'Duration', 'Green');
});

it('the treatment sheet shows the images that are chosen, three at first', async () => {
  await open();
  const sheet = await screen.findByRole('article');
  expect(titles(sheet)).toEqual(['Picture 1', 'Picture 2', 'Picture 3']);
  await click('Picture 2', 'checkbox');
  await click('Picture 4', 'checkbox');
  expect(titles(sheet)).toEqual(['Picture 1', 'Picture 3', 'Picture 4']);
});

it('the treatment sheet is printed when its images are there; a broken one gives way to a text', async () => {
  await open();
  const action = await button('Print');
  const picture = (number: number) => screen.getByAltText(`Picture ${number}`);
  fireEvent.load(picture(1));
  fireEvent.load(picture(3));
  const first = picture(2);
  fireEvent.error(first);
  await waitFor(() => expect(picture(2)).not.toBe(first));
  await user.click(action);
  expect(action.getAttribute('aria-busy')).toBe('true');
  fireEvent.error(picture(2));
  await waitFor(() => expect(action.hasAttribute('aria-busy')).toBe(false));
  expect(print).not.toHaveBeenCalled();
  await user.click(action);
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
});

it('the treatment sheet is not there without a treatment, or an unknown disease', async () => {
  const path = `GET /api/treatments/disease/${disease().id}`;
  await open('en', { [path]: () => problemReply(404, 'NOT_FOUND', { kind: 'treatment' }) });
  await see('No treatment yet');
  const unknown = () => problemReply(404, 'NOT_FOUND', { kind: 'disease' });
  await open('en', { [`GET /api/diseases/${disease().id}`]: unknown });
  await see('Invalid disease ID');
});
