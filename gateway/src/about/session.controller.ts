import { routes, type SessionState } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { Ledger } from '../access/ledger.js';
import { capabilitiesOf } from '../access/authorise.js';
import { edgeOf, type Caller } from '../edge/edge.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

/** What a caller is told of itself at the moment `now`. */
export const sessionStateOf = ({ subject, expiresAt }: Caller, now: number): SessionState => ({
  role: subject.role,
  capabilities: [...capabilitiesOf(subject)],
  ...(subject.role === 'admin' ? { username: subject.name } : {}),
  ...(subject.role === 'pass' ? { plan: subject.plan } : {}),
  ...(expiresAt === undefined
    ? {}
    : {
        expiresAt: new Date(expiresAt).toISOString(),
        secondsLeft: Math.max(0, Math.ceil((expiresAt - now) / 1_000)),
      }),
});

/** Who the caller is. */
@Controller()
export class SessionController {
  constructor(private readonly ledger: Ledger) {}

  @Route(routes.getSession)
  async get({ request }: InputOf<typeof routes.getSession>): Promise<SessionState> {
    const edge = edgeOf(request);
    await this.ledger.claim(edge);
    return sessionStateOf(edge.caller, edge.now);
  }
}
