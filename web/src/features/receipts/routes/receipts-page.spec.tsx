import { expect, it, vi } from 'vitest';
import type { ReceiptDocument } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Language } from '@/lib/language';
import { click, part, renderApp, see, seeIn } from '@/testing';
import { json, mockApi, problemReply, sessionOf, unavailable } from '@/testing/mock-api';
import ReceiptsPage from './receipts-page';

const id = 'a'.repeat(24);
const receipt: ReceiptDocument = {
  number: '2026-27/000001',
  kind: 'receipt',
  isTest: false,
  issuedAt: '2026-11-23T20:00:00.000Z',
  seller: { name: 'Clinic', address: '12 MG Road, Bengaluru', gstin: '29AAGCB7383J1Z4' },
  item: 'premium_monthly',
  amountMinor: 249_900,
  currency: 'INR',
  tax: { ratePercent: 18, taxable: 211_780, cgst: 19_060, sgst: 19_060 },
  paidAt: '2026-11-23T20:00:00.000Z',
  method: 'razorpay',
  reference: 'pay_1',
};
const note: ReceiptDocument = {
  ...receipt,
  number: 'CN2026-27/000001',
  kind: 'creditNote',
  originalNumber: receipt.number,
  originalIssuedAt: receipt.issuedAt,
};

const open = async (reply: () => Response, language: Language = 'en') => {
  const requests = mockApi({
    ...sessionOf('anonymous'),
    [`GET /api/receipts/${id}`]: reply,
    [`GET /api/receipts/${id}/pdf`]: unavailable,
  });
  await renderApp(
    <Routes>
      <Route path="/access/receipts/:id" element={<ReceiptsPage />} />
    </Routes>,
    { path: `/access/receipts/${id}`, language },
  );
  return requests;
};

it.each([
  ['en', 'Tax invoice and receipt', 'Credit note', '24 November 2026', 'Total refunded'],
  ['kn', 'ತೆರಿಗೆ ಇನ್‌ವಾಯ್ಸ್ ಮತ್ತು ರಸೀದಿ', 'ಕ್ರೆಡಿಟ್ ನೋಟ್', '24 ನವೆಂಬರ್ 2026', 'ಒಟ್ಟು ಮರುಪಾವತಿ'],
] as const)('receipts show the day in India, tax and total (%s)', async (language, ...texts) => {
  const [title, noteTitle, day, refunded] = texts as [string, string, string, string];
  await open(() => json([receipt, note]), language);
  const first = await screen.findByRole('article', { name: receipt.number });
  for (const text of ['CGST 9%', '₹2,117.80', '₹2,499', '29AAGCB7383J1Z4', day])
    expect(first.textContent).toContain(text);
  expect(within(first).getByRole('heading').textContent).toBe(title);
  const second = await part('article', note.number);
  expect(second.getByRole('heading').textContent).toBe(noteTitle);
  await seeIn(second, refunded, `${receipt.number}, ${day}`);
});

it('the receipts of a purchase are printed, and saved as PDF in the chosen language', async () => {
  window.print = vi.fn();
  const fonts = { ready: Promise.resolve() };
  Object.defineProperty(document, 'fonts', { configurable: true, value: fonts });
  const requests = await open(() => json([receipt]));
  await click('Print');
  await waitFor(() => expect(window.print).toHaveBeenCalledTimes(1));
  await click(`Save ${receipt.number} as PDF`);
  await see('The PDF could not be made');
  const query = 'number=2026-27%2F000001&language=en';
  expect(requests.at(-1)?.path).toBe(`/api/receipts/${id}/pdf?${query}`);
});

it('the receipts of a purchase are not shown in another browser', async () => {
  await open(() => problemReply(404, 'NOT_FOUND', { kind: 'order' }));
  await see('There is no receipt');
});
