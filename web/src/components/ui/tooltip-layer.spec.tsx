import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { TooltipLayer } from '@/components/ui/tooltip-layer';
import { renderApp } from '@/testing/render';

const tip = () => screen.queryByRole('tooltip')?.textContent;
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const control = (name: string) => screen.getByRole('button', { name });

beforeEach(async () => {
  await renderApp(
    <>
      <Tooltip label="Edits it">
        <Button>Edit</Button>
      </Tooltip>
      <Tooltip label="Deletes it">
        <Button>Delete</Button>
      </Tooltip>
      <TooltipLayer />
    </>,
  );
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('tooltips', () => {
  it('open after 700 ms', () => {
    fireEvent.pointerOver(control('Edit'));
    pass(699);
    expect(tip()).toBeUndefined();
    pass(1);
    expect(tip()).toBe('Edits it');
  });

  it('open at once within 300 ms after another one', () => {
    fireEvent.pointerOver(control('Edit'));
    pass(700);
    fireEvent.pointerOut(control('Edit'));
    expect(tip()).toBeUndefined();
    pass(299);
    fireEvent.pointerOver(control('Delete'));
    expect(tip()).toBe('Deletes it');
  });

  it('wait again when more time has passed', () => {
    fireEvent.pointerOver(control('Edit'));
    pass(700);
    fireEvent.pointerOut(control('Edit'));
    pass(300);
    fireEvent.pointerOver(control('Delete'));
    expect(tip()).toBeUndefined();
    pass(700);
    expect(tip()).toBe('Deletes it');
  });

  it('close on Escape and on a press', () => {
    for (const close of [
      () => fireEvent.keyDown(document.body, { key: 'Escape' }),
      () => fireEvent.pointerDown(control('Edit')),
    ]) {
      fireEvent.pointerOver(control('Edit'));
      pass(700);
      expect(tip()).toBe('Edits it');
      close();
      expect(tip()).toBeUndefined();
      pass(1_000);
    }
  });

  it('do not open where the pointer only passes', () => {
    fireEvent.pointerOver(control('Edit'));
    pass(200);
    fireEvent.pointerOut(control('Edit'));
    pass(2_000);
    expect(tip()).toBeUndefined();
  });
});
