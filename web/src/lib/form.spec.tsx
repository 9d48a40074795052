import { expect, it, vi } from 'vitest';
import { historyInput, protocolList } from '@ctdb/contracts';
import { screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Field, Input } from '@/components/ui/field';
import { ApiError } from '@/lib/api';
import { contractResolver, showServerErrors, useFieldErrors } from '@/lib/form';
import { click, problemReply, renderApp, see } from '@/testing';

const schema = z.strictObject({
  history: historyInput.pick({ patientName: true, practitioner: true }),
  protocols: protocolList,
});
const empty: z.input<typeof schema> = {
  history: { patientName: ' ', practitioner: 'x'.repeat(201) },
  protocols: [{ color: 'red', applicationArea: '', duration: '5', frequency: '1' }],
};

const onShown = vi.fn();

/** A form whose button `Send` shows the error of a server. */
function Form({ error }: { error?: unknown }) {
  const form = useForm({ resolver: contractResolver(schema), defaultValues: empty });
  const fieldError = useFieldErrors(form);
  return (
    <form onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
      <Field label="Patient" help="Full name" error={fieldError('history.patientName')} required>
        <Input {...form.register('history.patientName')} />
      </Field>
      <Field label="Practitioner" error={fieldError('history.practitioner')}>
        <Input {...form.register('history.practitioner')} />
      </Field>
      <Field label="Area" error={fieldError('protocols.0.applicationArea')}>
        <Input {...form.register('protocols.0.applicationArea')} />
      </Field>
      <button>Save</button>
      <button type="button" onClick={() => onShown(showServerErrors(form, error))}>
        Send
      </button>
    </form>
  );
}

const described = (label: string): string => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' | ');
};

it('a form shows each error at its field, in words, with its limit, and focuses the first', async () => {
  await renderApp(<Form />);
  await click('Save');
  await see('Patient name cannot be empty');
  expect(described('Patient')).toBe('Full name | Patient name cannot be empty');
  expect(described('Practitioner')).toBe('Too long (maximum length: 200)');
  expect(described('Area')).toBe('This field is required');
  expect(screen.getByLabelText('Patient').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Patient').getAttribute('aria-required')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('Patient'));
});

it('a form shows what the server finds in the same places', async () => {
  const path = 'protocols.0.applicationArea';
  const faults = [{ path, code: 'TOO_LONG', params: { max: 200 } }];
  const error = await ApiError.from(problemReply(400, 'VALIDATION_FAILED', { faults }));
  await renderApp(<Form error={error} />, { language: 'kn' });
  await click('Send');
  expect(onShown).toHaveBeenLastCalledWith(true);
  expect(described('Area')).toBe('ತುಂಬಾ ಉದ್ದವಾಗಿದೆ (ಹೆಚ್ಚೆಂದರೆ 200 ಅಕ್ಷರಗಳು)');
  expect(document.activeElement).toBe(screen.getByLabelText('Area'));
});

it('a form knows an error that names no field', async () => {
  await renderApp(<Form error={new TypeError('Failed to fetch')} />);
  await click('Send');
  expect(onShown).toHaveBeenLastCalledWith(false);
});
