import { z } from 'zod';
import { parseJson } from '../provider-http.js';
import type { ProviderEvent } from '../payment-provider.js';

const text = z.string().optional().catch(undefined);
const link = z.object({ rel: z.string(), href: z.string() });

/** An event: of a webhook, or in the list of events. */
export const paypalEvent = z.object({
  event_type: z.string().max(200),
  resource: z
    .object({
      id: text,
      custom_id: text,
      purchase_units: z
        .array(z.object({ custom_id: text }))
        .optional()
        .catch(undefined),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: text }) })
        .optional()
        .catch(undefined),
      links: z.array(link).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** Parses a webhook; undefined if the body is no event. */
export const parseWebhookEvent = (body: Buffer): ProviderEvent | undefined => {
  const { data } = paypalEvent.safeParse(parseJson(body));
  return data && toProviderEvent(data);
};

/** What an event names. `REVERSED` comes for a lost dispute too, which the capture may not show. */
export const toProviderEvent = ({
  event_type: type,
  resource,
}: z.output<typeof paypalEvent>): ProviderEvent => {
  const isOrder = type.startsWith('CHECKOUT.ORDER.');
  return {
    type,
    isReversal: type === 'PAYMENT.CAPTURE.REVERSED',
    orderId: resource?.custom_id ?? resource?.purchase_units?.[0]?.custom_id,
    providerOrderId: isOrder ? resource?.id : resource?.supplementary_data?.related_ids.order_id,
    captureId: isOrder
      ? undefined
      : (captureIdFromUpLink(resource?.links) ?? captureIdFromSelfLink(resource)),
  };
};

/** The event of a refund links up to its capture, the event of a capture up to its order. */
const captureIdFromUpLink = (links: z.infer<typeof link>[] | undefined): string | undefined => {
  const up = links?.find(({ rel }) => rel === 'up')?.href ?? '';
  return /\/payments\/captures\/([A-Za-z0-9-]+)$/.exec(up)?.[1];
};

const captureIdFromSelfLink = (
  resource: { id?: string | undefined; links?: z.infer<typeof link>[] | undefined } | undefined,
) => {
  const self = resource?.links?.find(({ rel }) => rel === 'self')?.href ?? '/payments/captures/';
  return self.includes('/payments/captures/') ? resource?.id : undefined;
};
