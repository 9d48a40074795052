import { expect, it } from 'vitest';
import type { Protocol } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '@/lib/language';
import { bodies, click, field, fill, part, renderApp, see, seeIn, user } from '@/testing';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { coral, disease, protocol, registryApi, treatment } from '@/testing/registry';
import { ProtocolSection } from './protocol-section';

const shown = treatment({ protocols: [protocol({ durationKn: '' })] });
const path = `/api/treatments/${shown.id}/protocols`;

const open = async (language: Language = 'en') => {
  const requests = mockApi({
    ...registryApi(disease(), shown),
    'GET /api/colors': () => json([coral]),
    [`PUT ${path}`]: () => json(shown.protocols),
  });
  await renderApp(<ProtocolSection treatment={shown} canEdit />, { language });
  return () => bodies(requests, 'PUT')[0];
};
const texts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('cell')
    .map((cell) => `${cell.textContent} ${cell.querySelector('[lang]')?.getAttribute('lang')}`);

/** Another person saves version 2 first. */
const openConflict = async (theirs: Protocol[]) => {
  const current = treatment({ version: 2, protocols: theirs });
  const requests = mockApi({
    ...registryApi(disease(), current),
    [`PUT ${path}`]: ({ headers }) =>
      headers.get('If-Match') === '"2"'
        ? json(theirs)
        : problemReply(412, 'VERSION_CONFLICT', { current }),
  });
  await renderApp(<ProtocolSection treatment={shown} canEdit />);
  await click('Edit the color protocols');
  await click('Save');
  return { notice: await part('alert'), saved: () => bodies(requests, 'PUT') };
};
const theirs = protocol({ id: '4'.repeat(24), color: 'blue', duration: '5 minutes' });

it.each([
  ['en', 'Chest en', '10 minutes en', 'Daily en'],
  ['kn', 'ಎದೆ kn', '10 minutes en', 'ಪ್ರತಿದಿನ kn'],
] as const)('the protocols are in the chosen language (%s)', async (lang, ...shownTexts) => {
  await open(lang);
  expect(texts().slice(1)).toEqual(shownTexts);
});

it('the protocols are edited in both languages', async () => {
  const sent = await open();
  await click('Edit the color protocols');
  expect((await field('Duration (Kannada)')).value).toBe('');
  await fill('Duration (Kannada)', '10 ನಿಮಿಷ');
  await click('Save');
  await see('Protocols saved');
  const saved: Partial<Protocol> = protocol();
  delete saved.treatmentId;
  delete saved.createdAt;
  expect(sent()).toEqual([saved]);
});

it('the protocols are added, put in order and removed', async () => {
  const sent = await open();
  await click('Edit the color protocols');
  await click('Add a protocol');
  const added = await part('group', 'Protocol 2');
  await user.selectOptions(added.getByLabelText('Color'), 'red');
  for (const label of ['Where to apply', 'Duration', 'Frequency'])
    await user.type(added.getByLabelText(label), `Other ${label}`);
  await click('Move up: Protocol 2');
  await click('Save');
  await see('Protocols saved');
  const red = { color: 'red', applicationArea: 'Other Where to apply', duration: 'Other Duration' };
  expect(sent()).toMatchObject([{ ...red, frequency: 'Other Frequency' }, { id: protocol().id }]);
  await click('Edit the color protocols');
  await click('Remove: Protocol 1');
  await see(/^You've removed all protocols/);
});

it('the protocols of another person are shown in both languages, and edited further', async () => {
  const { notice, saved } = await openConflict([theirs]);
  expect(notice.getByText('Blue · Chest · 5 minutes · Daily').lang).toBe('en');
  expect(notice.getByText('ಎದೆ · 10 ನಿಮಿಷ · ಪ್ರತಿದಿನ').lang).toBe('kn');
  await click('Use theirs');
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await field('Color')).value).toBe('blue');
  await click('Save');
  await see('Protocols saved');
  expect(saved().at(-1)).toMatchObject([{ id: theirs.id, duration: '5 minutes' }]);
});

it('the protocols of another person, who removed them all, are replaced', async () => {
  const { notice, saved } = await openConflict([]);
  await seeIn(notice, 'No protocol is recorded for this treatment yet.');
  await click('Keep mine');
  await see('Protocols saved');
  expect(saved().at(-1)).toMatchObject([{ id: protocol().id, duration: '10 minutes' }]);
});

it('the protocols can have a color that an administrator added', async () => {
  const sent = await open('kn');
  await click('ಬಣ್ಣದ ಚಿಕಿತ್ಸಾ ಕ್ರಮಗಳನ್ನು ತಿದ್ದಿ');
  const select = await screen.findByLabelText('ಬಣ್ಣ');
  await within(select).findByRole('option', { name: coral.nameKn });
  await user.selectOptions(select, coral.nameKn);
  await click('ಉಳಿಸಿ');
  await waitFor(() => expect(sent()).toMatchObject([{ color: coral.id }]));
});

it('the protocols show the name and the shade of such a color', async () => {
  mockApi(registryApi(disease()));
  const colored = protocol({ color: coral.id, colorLook: coral });
  await renderApp(<ProtocolSection treatment={treatment({ protocols: [colored] })} canEdit />);
  const shade = screen.getByRole('cell', { name: 'Coral' }).querySelector('[style]');
  expect(shade?.getAttribute('style')).toContain('rgb(255, 127, 80)');
});
