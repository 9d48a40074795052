import { describe, expect, it } from 'vitest';
import { faultInput, Faults } from './faults.ts';

const fault = (kind: string, times = 1) => faultInput.parse({ call: 'captureOrder', kind, times });

describe('faults', () => {
  it('apply to the call that they name, the given number of times', () => {
    const faults = new Faults();
    faults.add(fault('error', 2));
    expect(faults.consumeTransportFault('refund')).toBeUndefined();
    const struck = [1, 2, 3].map(() => faults.consumeTransportFault('captureOrder')?.kind);
    expect(struck).toEqual(['error', 'error', undefined]);
  });

  it('on the way do not use up those of the outcome', () => {
    const faults = new Faults();
    faults.add(fault('decline'));
    faults.add(fault('lostReply'));
    expect(faults.consumeTransportFault('captureOrder')?.kind).toBe('lostReply');
    expect(faults.consumeOutcomeFault('captureOrder')?.kind).toBe('decline');
    expect(faults.all).toEqual([]);
  });

  it('are gone when cleared', () => {
    const faults = new Faults();
    faults.add(fault('decline', 5));
    faults.clear();
    expect(faults.consumeOutcomeFault('captureOrder')).toBeUndefined();
  });
});
