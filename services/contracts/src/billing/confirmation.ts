import { z } from 'zod';
import { emptyReply } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { typedAt } from './accounts.js';
import { passkeyOptions, proof, proofKind } from './proofs.js';

/** Says by what the caller can confirm. */
export const startConfirmation = endpoint({
  method: 'POST',
  path: '/api/admin/confirm/start',
  summary: 'By what the signed-in person can confirm',
  access: access.from('practitioner'),
  message: 'billing.confirmation.start',
  reply: z.object({ kinds: z.array(proofKind), passkey: passkeyOptions.optional() }),
});

/** Confirms who the caller is, for the routes that are `confirmed`. */
export const confirm = customEndpoint({
  method: 'POST',
  path: '/api/admin/confirm',
  summary: 'Confirms who the signed-in person is; this counts for 15 minutes',
  access: access.from('practitioner'),
  body: z.strictObject({ proof }),
  status: 204,
  errors: ['WRONG_PASSWORD', 'WRONG_FACTOR', 'CHALLENGE_ENDED', 'TOO_MANY_TRIES'],
  message: 'billing.confirmation.confirm',
  request: z.strictObject({ proof, ...typedAt }),
  reply: emptyReply,
});
