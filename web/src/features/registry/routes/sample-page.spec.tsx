import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { hrefOf, json, renderPage, type Replies, see } from '@/testing';
import { disease, image, treatment } from '@/testing/registry';
import SamplePage from './sample-page';

const { id } = disease();
const sample = { ...treatment(), ...disease(), images: [image()] };
const open = (api: Replies) => {
  const config = () => json({ productName: { en: 'X', kn: 'ಕ' }, freeSample: sample });
  return renderPage({ 'GET /api/config': config, ...api }, <SamplePage />, { language: 'kn' });
};

it('the free sample is in the language of the page, and leads to the prices', async () => {
  await open({ [`GET /api/samples/${id}`]: () => json(sample) });
  const sheet = await screen.findByRole('article', { name: sample.nameKn });
  const url = `/api/samples/${id}/images/${image().filename}?size=display`;
  expect(sheet.querySelector('img')?.getAttribute('src')).toBe(url);
  expect(await hrefOf('ಬೆಲೆಗಳನ್ನು ನೋಡಿ')).toBe('/hourly-access');
});

it('the free sample is missing once it has ended', async () => {
  await open({});
  await see('ಸದ್ಯಕ್ಕೆ ಉಚಿತ ಮಾದರಿ ಇಲ್ಲ');
});
