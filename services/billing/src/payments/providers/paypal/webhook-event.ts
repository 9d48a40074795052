import { z } from 'zod';
import { orUndefined, parseJson } from '../provider-http.js';
import type { ProviderEvent } from '../payment-provider.js';

const text = orUndefined(z.string());

/** An event: of a webhook, or in the list of events. */
export const paypalEvent = z.object({
  event_type: z.string().max(200),
  resource: orUndefined(
    z.object({
      id: text,
      custom_id: text,
      purchase_units: orUndefined(z.array(z.object({ custom_id: text }))),
      supplementary_data: orUndefined(z.object({ related_ids: z.object({ order_id: text }) })),
      links: orUndefined(z.array(z.object({ href: z.string() }))),
    }),
  ),
});

/** Parses a webhook; undefined if the body is no event. */
export const parseWebhookEvent = (body: Buffer): ProviderEvent | undefined => {
  const { data } = paypalEvent.safeParse(parseJson(body));
  return data && toProviderEvent(data);
};

const CAPTURE = /\/payments\/captures\/([A-Za-z0-9-]+)$/;

/** The event of a refund links to its capture, the event of a capture to itself, or to nothing. */
const toCaptureId = (id = '', links: { href: string }[] = [{ href: `/payments/captures/${id}` }]) =>
  links.map(({ href }) => CAPTURE.exec(href)?.[1]).find((found) => found !== undefined);

/** What an event names. `REVERSED` comes for a lost dispute too, which the capture may not show. */
export const toProviderEvent = ({
  event_type: type,
  resource = {},
}: z.output<typeof paypalEvent>): ProviderEvent => {
  const { id, custom_id: customId, purchase_units: units, supplementary_data: data } = resource;
  const ofOrder = { providerOrderId: id, captureId: undefined };
  const ofCapture = {
    providerOrderId: data?.related_ids.order_id,
    captureId: toCaptureId(id, resource.links),
  };
  return {
    type,
    isReversal: type === 'PAYMENT.CAPTURE.REVERSED',
    orderId: customId ?? units?.[0]?.custom_id,
    ...(type.startsWith('CHECKOUT.ORDER.') ? ofOrder : ofCapture),
  };
};
