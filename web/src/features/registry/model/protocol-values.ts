import {
  MAX_PROTOCOLS,
  objectId,
  protocolColorNames,
  protocolInput,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { z } from 'zod';

/** The protocols as a form holds them: `id` belongs to the form library, so ours has another name. */
export const protocolValues = z.strictObject({
  protocols: z
    .array(protocolInput.omit({ id: true }).extend({ protocolId: objectId.optional() }))
    .max(MAX_PROTOCOLS),
});
export type ProtocolValues = z.input<typeof protocolValues>;
type Row = ProtocolValues['protocols'][number];

export const newProtocol = (): Row => ({
  color: protocolColorNames[0],
  applicationArea: '',
  applicationAreaKn: '',
  duration: '',
  durationKn: '',
  frequency: '',
  frequencyKn: '',
});

export const toFormValues = ({
  protocols,
}: Pick<TreatmentDetail, 'protocols'>): ProtocolValues => ({
  protocols: protocols.map((saved) => ({
    protocolId: saved.id,
    color: saved.color,
    applicationArea: saved.applicationArea,
    applicationAreaKn: saved.applicationAreaKn,
    duration: saved.duration,
    durationKn: saved.durationKn,
    frequency: saved.frequency,
    frequencyKn: saved.frequencyKn,
  })),
});

/** Makes the request's body. A protocol that stays keeps its id. */
export const toBody = ({ protocols }: ProtocolValues) =>
  protocols.map(({ protocolId, ...rest }) => ({ ...rest, ...(protocolId && { id: protocolId }) }));
